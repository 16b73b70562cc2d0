import { Input, TextField as Root, type TextFieldProps } from 'react-aria-components'
import styles from './field.module.css'
import { FieldFoot, FieldLabel, type FieldProps } from './field-parts.tsx'

type Props = FieldProps & Omit<TextFieldProps, 'className' | 'children' | 'isInvalid'>

/** One line of text with its name above and help or error below; never a placeholder. */
export function TextField({ label, unit, help, error, hint, ...rest }: Props) {
  return (
    <Root {...rest} isInvalid={error !== undefined} validationBehavior="aria" className={styles.field ?? ''}>
      <FieldLabel label={label} unit={unit} />
      <Input className={styles.input ?? ''} />
      <FieldFoot help={help} error={error} hint={hint} />
    </Root>
  )
}
