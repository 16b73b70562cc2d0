import { useId } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Select } from '../../ui/field/select.tsx'
import { useWords } from '../../ui/text/language.ts'
import { formWords } from './words.data.ts'

type Option = { readonly value: string; readonly label: string }
type Props = {
  readonly label: string
  /** The label of the button for the next choice: `Add a satellite`. */
  readonly addLabel: string
  readonly none: string
  readonly options: readonly Option[]
  /** Options that were chosen before and can no longer be chosen, needed for their names. */
  readonly gone?: readonly Option[]
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  /** True if the order counts: each option can be moved up. */
  readonly isOrdered?: boolean
  readonly error?: string | undefined
}

const NOTHING = ''

/** Lets the user choose some of many options; the order of choosing is kept. */
export function PickList(props: Props) {
  const { label, addLabel, none, options, gone = [], value, onChange, isOrdered = false, error } = props
  const t = useWords(formWords)
  const title = useId()
  const nameOf = (one: string) => [...options, ...gone].find((option) => option.value === one)?.label ?? one
  const left = options.filter((option) => !value.includes(option.value))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand in a line with its list.
    <div role="group" aria-labelledby={title} className="stack gap-4">
      <span id={title} className="soft fs-13">
        {label}
      </span>
      {value.length === 0 ? (
        <p className="muted fs-13">{none}</p>
      ) : (
        <ol>
          {value.map((one, place) => (
            <li className="row gap-4 fs-13" key={one}>
              <span className="grow min-w-0 break-anywhere">
                {isOrdered ? `${place + 1}. ` : null}
                {nameOf(one)}
              </span>
              {isOrdered && place > 0 ? (
                <Button
                  look="quiet"
                  aria-label={t('upOf', { name: nameOf(one) })}
                  onClick={() => onChange(movedUp(value, place))}
                >
                  {t('up')}
                </Button>
              ) : null}
              <Button
                look="quiet"
                aria-label={t('removeOf', { name: nameOf(one) })}
                onClick={() => onChange(value.filter((other) => other !== one))}
              >
                {t('remove')}
              </Button>
            </li>
          ))}
        </ol>
      )}
      {left.length > 0 ? (
        <Select
          label={addLabel}
          options={[{ value: NOTHING, label: t('choose') }, ...left]}
          value={NOTHING}
          onChange={(one) => (one === NOTHING ? undefined : onChange([...value, one]))}
          error={error}
        />
      ) : null}
    </div>
  )
}

/** Returns the list with the item at a place moved before the previous item. */
export function movedUp<T>(list: readonly T[], place: number): readonly T[] {
  const one = list[place]
  if (one === undefined || place === 0) return list
  return [...list.slice(0, place - 1), one, ...list.slice(place - 1, place), ...list.slice(place + 1)]
}
