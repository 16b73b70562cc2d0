import styles from './key-values.module.css'

/** Shows names at the left and values at the right, one line each; a dash for a missing value. */
export function KeyValues({ rows }: { readonly rows: readonly (readonly [string, React.ReactNode])[] }) {
  return (
    <dl className={`pad-end ${styles.list}`}>
      {rows.map(([name, value]) => (
        <div className="grid items-baseline gap-16 pad-y-4" key={name}>
          <dt>{name}</dt>
          <dd className="break-anywhere right">{value || <span className="muted">–</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
