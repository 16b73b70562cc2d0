import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { orbitOfText } from '../pass/orbit-text.ts'

type Props = {
  readonly label: string
  readonly help: string | undefined
  readonly error: string | undefined
  readonly written: string
  /** Offered while the user types. */
  readonly names: readonly string[]
  readonly onChange: (text: string) => void
}

/** Shows one field for any object: its name, its catalogue number, or a pasted orbit, which has several lines. */
export function ObjectField({ written, names, onChange, ...said }: Props) {
  const common = { ...said, value: written, onChange }
  if (/\n/.test(written)) return <TextArea {...common} isMono rows={1} autoFocus />
  return (
    <TextField
      {...common}
      suggestions={names}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain')
        // A single-line field would join the lines of an orbit.
        if (!text.includes('\n') || orbitOfText(text) === undefined) return
        event.preventDefault()
        onChange(text)
      }}
    />
  )
}
