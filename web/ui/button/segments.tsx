import styles from './segments.module.css'

type Props<T extends string> = {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: React.ReactNode }[]
  readonly onChange: (value: T) => void
}

/** Chooses one of a few ways to show the same content, in the head of its pane. */
export function Segments<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and these change no data.
    <div role="group" aria-label={label} className={`inline-flex flex-none framed round ${styles.segments}`}>
      {options.map((option, place) => (
        <button
          className={`min-w-24 h-24 pad-x-8 no-frame ${place === 0 ? '' : 'line-left'} no-ground soft fs-12 pointer`}
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
