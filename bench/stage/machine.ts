import { cpus } from 'node:os'

/** Returns the machine in one line: processor, cores, Node and V8. */
export function machineLine(): string {
  const [first] = cpus()
  return `${first?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores; Node ${process.version}, V8 ${process.versions.v8}`
}

/** Returns the median of the values (the lower of two); NaN if there are none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN
}
