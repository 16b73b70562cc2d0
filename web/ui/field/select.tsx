import { Button, ListBox, ListBoxItem, Popover, Select as Root, SelectValue } from 'react-aria-components'
import { Icon } from '../button/icon.tsx'
import pop from '../button/popover.module.css'
import styles from './field.module.css'
import { FieldFoot, FieldLabel, type FieldProps } from './field-parts.tsx'

type Props = FieldProps & {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isDisabled?: boolean
}

/** Chooses one of a few options; typing jumps to the first option that begins with the typed letters. */
export function Select({ label, unit, help, error, options, value, onChange, isDisabled = false }: Props) {
  return (
    <Root
      className={`stack min-w-0 gap-4 whole ${styles.field}`}
      value={value}
      onChange={(key) => onChange(String(key))}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel label={label} unit={unit} />
      <Button className={`w-full left row justify-between gap-8 pointer ${styles.choice}`}>
        <SelectValue />
        <Icon name="down" />
      </Button>
      <FieldFoot help={help} error={error} />
      <Popover className={`scroll raised ${pop.popover}`} offset={2}>
        <ListBox className="pad-y-4 no-outline">
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              className={`row justify-between ink fs-13 gap-24 pad-x-12 pointer no-outline ${pop.item}`}
            >
              {option.label}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Root>
  )
}
