import { TextArea as Area, TextField as Root, type TextFieldProps } from 'react-aria-components'
import styles from './field.module.css'
import { FieldFoot, FieldLabel, type FieldProps } from './field-parts.tsx'

type Props = FieldProps &
  Omit<TextFieldProps, 'className' | 'children' | 'isInvalid'> & {
    readonly rows?: number
    /** True for a monospaced font: identifiers, messages, numbers in columns. */
    readonly isMono?: boolean
  }

/** Shows several lines of text, with their name above and help or error below. */
export function TextArea({ label, unit, help, error, rows = 4, isMono = false, ...rest }: Props) {
  return (
    <Root
      {...rest}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={`stack min-w-0 gap-4 whole ${styles.field}`}
    >
      <FieldLabel label={label} unit={unit} />
      <Area
        rows={rows}
        spellCheck={!isMono}
        className={`w-full ${styles.input} ${styles.area} ${isMono ? styles.mono : ''}`}
      />
      <FieldFoot help={help} error={error} />
    </Root>
  )
}
