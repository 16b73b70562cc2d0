import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The result of brahe for the name of an ephemeris file; `refused` is its reason for refusing the name. */
export interface NameOfBrahe {
  readonly name: string
  readonly refused?: string
  readonly dataType?: string
  readonly noradId?: number
  readonly objectName?: string
  readonly dayOfYear?: number
  readonly hour?: number
  readonly minute?: number
  readonly kind?: string
  readonly metadata?: string
  readonly classification?: string
  readonly written?: string
}

/** The result of brahe for the text of an ephemeris: times in UTC, states in m and m/s, covariances in m², m²/s and m²/s². */
export interface TextOfBrahe {
  readonly text: string
  readonly refused?: string
  readonly created?: string | null
  readonly start?: string | null
  readonly stop?: string | null
  readonly step?: number | null
  readonly source?: string | null
  readonly frame?: string | null
  readonly states?: readonly (readonly [time: string, ...numbers: number[]])[]
  readonly covariances?: readonly (readonly (readonly number[])[])[]
}

export interface AnswerOfBrahe {
  readonly version: string
  readonly names: readonly NameOfBrahe[]
  readonly texts: readonly TextOfBrahe[]
}

/** Asks brahe about names and texts; null if this Python does not have it. */
export function askBrahe(
  python: string,
  question: { readonly names: readonly string[]; readonly texts: readonly string[] },
): AnswerOfBrahe | null {
  const program = fileURLToPath(new URL('./second-reader.py', import.meta.url))
  const run = spawnSync(python, [program], { encoding: 'utf8', input: JSON.stringify(question), maxBuffer: 1 << 28 })
  if (run.status === 0) return JSON.parse(run.stdout) as AnswerOfBrahe
  if (run.error !== undefined || run.stderr.includes('ModuleNotFoundError')) return null
  throw new Error(run.stderr)
}
