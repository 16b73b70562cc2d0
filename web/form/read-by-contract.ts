import { formatBriefly } from '../ui/format/number.ts'
import { bodyOf, type Issue, type OutputOf, type Schema } from './contract-texts.ts'
import { faultWords } from './words.data.ts'

/** A field, or a part of one by its name or its place: `quietHours.from`, `times.0`. */
export type FieldPath<V> = (keyof V & string) | `${keyof V & string}.${string}`
/** The errors, by field. */
export type FaultsOf<V> = ReadonlyMap<FieldPath<V>, string>
export type Reading<B, P extends string> =
  | { readonly ok: true; readonly body: B }
  | { readonly ok: false; readonly faults: ReadonlyMap<P, string> }

/** The rules that convert the typed values to the body of the contract, and the contract's errors to errors of the fields. */
export type FormRules<V, S extends Schema> = {
  readonly schema: S
  /** Returns the body if the form has other fields than the contract. */
  readonly body?: (values: V) => unknown
  /** Returns the fields of the form that a path of the contract is about; undefined if it is the field with the same name. */
  readonly fieldsOf?: (path: readonly PropertyKey[], values: V) => readonly (keyof V & string)[] | undefined
  /** Returns the text of an error at a field; undefined for the standard text. */
  readonly faultOf?: (field: keyof V & string, issue: Issue, values: V) => string | undefined
}

/** Reads a form by the rules of the contract: the first violation at each field is its error. */
export function readByContract<V extends object, S extends Schema>(
  rules: FormRules<V, S>,
  values: V,
): Reading<OutputOf<S>, keyof V & string> {
  const { schema, body, fieldsOf, faultOf } = rules
  const parsed = schema.safeParse(body ? body(values) : bodyOf(schema, values))
  if (parsed.success) return { ok: true, body: parsed.data as OutputOf<S> }
  const faults = new Map<keyof V & string, string>()
  for (const issue of parsed.error.issues) {
    const fields = fieldsOf?.(issue.path, values) ?? [String(issue.path[0]) as keyof V & string]
    for (const field of fields)
      if (!faults.has(field)) faults.set(field, faultOf?.(field, issue, values) ?? faultInWords(issue, values[field]))
  }
  return { ok: false, faults }
}

/** Returns the text of an error for a person, as the contract's own texts are written for programs. */
export function faultInWords(issue: Issue, typed: unknown, scale = 1): string {
  const t = faultWords
  if (typeof typed === 'string' && typed.trim() === '') return t('missing')
  if (issue.code === 'invalid_type') return t('number')
  const shown = (limit: number | bigint) => formatBriefly(Number(limit) * scale, 6)
  if (issue.code === 'too_small')
    return t(issue.inclusive === false ? 'above' : 'least', { least: shown(issue.minimum) })
  if (issue.code === 'too_big') return t(issue.origin === 'string' ? 'long' : 'most', { most: shown(issue.maximum) })
  return t('wrong')
}
