import { cpus } from 'node:os'

/** The machine in a line: processor, cores, Node and V8. */
export function machineLine(): string {
  const [first] = cpus()
  return `${first?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores; Node ${process.version}, V8 ${process.versions.v8}`
}

/** The middle of the values (the lower one of two); NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN
}
