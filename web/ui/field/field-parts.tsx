import { FieldError, Label, Text } from 'react-aria-components'
import { StatusSymbol } from '../status/status-symbol.tsx'
import styles from './field.module.css'

/** The parts that every field has around its control. */
export type FieldProps = {
  readonly label: string
  readonly unit?: string | undefined
  /** Stands below; an error takes its place. */
  readonly help?: string | undefined
  readonly error?: string | undefined
  /** A remark on a value that is accepted all the same; it replaces the help. */
  readonly hint?: string | undefined
}

/** The name of a field, with its unit. */
export function FieldLabel({ label, unit }: Pick<FieldProps, 'label' | 'unit'>) {
  return (
    <Label className={`soft fs-13 ${styles.label}`}>
      {label} {unit ? <span className={`muted fs-12 ${styles.unit}`}>{unit}</span> : null}
    </Label>
  )
}

/** Help, or the fault; red is for "act now", so an error has the serious diamond. */
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
