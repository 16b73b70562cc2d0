import { Checkbox, CheckboxGroup as Root } from 'react-aria-components'
import styles from './field.module.css'
import { FieldFoot, FieldLabel, type FieldProps } from './field-parts.tsx'

type Props = FieldProps & {
  readonly options: readonly { readonly value: string; readonly label: string; readonly isDisabled?: boolean }[]
  readonly value: readonly string[]
  /** Receives the options that are chosen now, in their order. */
  readonly onChange: (value: string[]) => void
}

/** Chooses several of a few options. */
export function CheckboxGroup({ label, unit, help, error, options, value, onChange }: Props) {
  return (
    <Root
      className={`stack min-w-0 gap-4 whole ${styles.field}`}
      value={[...value]}
      onChange={(chosen) => onChange(options.map((one) => one.value).filter((one) => chosen.includes(one)))}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel label={label} unit={unit} />
      <div className={`flex wrap ${styles.checks}`}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            value={option.value}
            isDisabled={option.isDisabled ?? false}
            className={`row gap-8 fs-13 min-h-24 pointer ${styles.check}`}
          >
            <span className={`grid inset control-frame round ${styles.box}`}>
              <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                <path className="fill-none" d="M2 6.2 4.8 9 10 3.2" />
              </svg>
            </span>
            {option.label}
          </Checkbox>
        ))}
      </div>
      <FieldFoot help={help} error={error} />
    </Root>
  )
}
