import styles from './long-name.module.css'

const TAIL_CHARACTERS = 8
const LONGEST_TAIL_CHARACTERS = 24

/** Shows an object as tables name it: its name is shortened if there is no room, its number never is. */
export function NameWithId({ name, id }: { readonly name: string; readonly id: React.ReactNode }) {
  return (
    <span className={`inline-flex items-baseline max-w-full ${styles.named}`}>
      <LongName text={name} />
      <span className="mono flex-none muted ml-8">{id}</span>
    </span>
  )
}

/**
 * Shows a name that may be shortened in its middle, because names differ at their ends (ux.md R6). Identifiers are never shortened. A table
 * column grows to the full name if there is room (web/ui/table/needed-widths.ts).
 */
export function LongName({ text }: { readonly text: string }) {
  const last = text.length - text.trimEnd().lastIndexOf(' ') - 1
  const tail =
    last <= LONGEST_TAIL_CHARACTERS && last < text.length
      ? last
      : Math.min(TAIL_CHARACTERS, Math.floor(text.length / 2))
  return (
    <span className={`inline-flex max-w-full ${styles.name}`} title={text}>
      <span className="min-w-0 clip ellipsis visible-paper" data-name>
        {text.slice(0, text.length - tail)}
      </span>
      <span className="flex-none">{text.slice(text.length - tail)}</span>
    </span>
  )
}
