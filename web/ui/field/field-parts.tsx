import { FieldError, Label, Text } from 'react-aria-components'
import { StatusSymbol } from '../status/status-symbol.tsx'
import styles from './field.module.css'

/** The properties of the parts that every field has around its control. */
export type FieldProps = {
  readonly label: string
  readonly unit?: string | undefined
  /** The help text below the field; an error replaces it. */
  readonly help?: string | undefined
  readonly error?: string | undefined
  /** A remark on a value that is nevertheless accepted; it replaces the help. */
  readonly hint?: string | undefined
}

/** Shows the name of a field, with its unit. */
export function FieldLabel({ label, unit }: Pick<FieldProps, 'label' | 'unit'>) {
  return (
    <Label className={`soft fs-13 ${styles.label}`}>
      {label} {unit ? <span className={`muted fs-12 ${styles.unit}`}>{unit}</span> : null}
    </Label>
  )
}

/** Shows the help, or the error. Red means "act now", so an error has the orange diamond of the level "serious". */
export function FieldFoot({ help, error, hint }: Pick<FieldProps, 'help' | 'error' | 'hint'>) {
  if (error)
    return (
      <FieldError className={`flex items-baseline gap-8 ink fs-12 ${styles.error}`}>
        <StatusSymbol level="serious" />
        {error}
      </FieldError>
    )
  if (hint)
    return (
      <Text slot="description" className={`flex items-baseline gap-8 ink fs-12 ${styles.hint}`}>
        <StatusSymbol level="caution" />
        {hint}
      </Text>
    )
  return help ? (
    <Text slot="description" className={`muted fs-12 ${styles.help}`}>
      {help}
    </Text>
  ) : null
}
