import { useId } from 'react'
import { Input, TextField as Root, type TextFieldProps } from 'react-aria-components'
import styles from './field.module.css'
import { FieldFoot, FieldLabel, type FieldProps } from './field-parts.tsx'

type Props = FieldProps &
  Omit<TextFieldProps, 'className' | 'children' | 'isInvalid'> & {
    /** Offered while the user types; any other text may be typed as well. */
    readonly suggestions?: readonly string[] | undefined
  }

/** Shows one line of text, with its name above and help or error below; there is never a placeholder. */
export function TextField({ label, unit, help, error, hint, suggestions, ...rest }: Props) {
  const offers = useId()
  return (
    <Root
      {...rest}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={`stack min-w-0 gap-4 whole ${styles.field}`}
    >
      <FieldLabel label={label} unit={unit} />
      <Input className={`w-full ${styles.input}`} {...(suggestions ? { list: offers } : {})} />
      {suggestions ? (
        <datalist id={offers}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      ) : null}
      <FieldFoot help={help} error={error} hint={hint} />
    </Root>
  )
}
