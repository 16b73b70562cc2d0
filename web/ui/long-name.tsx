import styles from './long-name.module.css'

const TAIL = 8
const LONGEST_TAIL = 24

/** A name that gives way in its middle: the ends of names are what tells them apart (ux.md R6). Identifiers never do. */
export function LongName({ text }: { readonly text: string }) {
  const last = text.length - text.trimEnd().lastIndexOf(' ') - 1
  const tail = last <= LONGEST_TAIL && last < text.length ? last : Math.min(TAIL, Math.floor(text.length / 2))
  return (
    <span className={styles.name} title={text}>
      <span className={styles.start}>{text.slice(0, text.length - tail)}</span>
      <span className={styles.tail}>{text.slice(text.length - tail)}</span>
    </span>
  )
}
