const NAME = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/

/** Returns the names of the WAL files from `first` to the one with the last byte before `endLsn`. */
export function listWalNames(first: string, endLsn: string, segmentBytes: number): readonly string[] {
  const { timeline, number: begin } = parseName(first, segmentBytes)
  const end = (parseLsn(endLsn) - 1n) / BigInt(segmentBytes)
  if (end < begin) throw new RangeError(`position ${endLsn} lies before WAL file ${first}`)
  const perLog = segmentsPerLog(segmentBytes)
  const names: string[] = []
  for (let number = begin; number <= end; number += 1n) {
    names.push(timeline + hex(number / perLog) + hex(number % perLog))
  }
  return names
}

/** Returns a position in the WAL, in bytes. */
export function parseLsn(text: string): bigint {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? []
  if (high === undefined) throw new RangeError(`${text} is not a position in the WAL`)
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

function parseName(name: string, segmentBytes: number): { readonly timeline: string; readonly number: bigint } {
  const [, timeline, log, segment] = NAME.exec(name) ?? []
  if (timeline === undefined) throw new RangeError(`${name} is not the name of a WAL file`)
  return { timeline, number: BigInt(`0x${log}`) * segmentsPerLog(segmentBytes) + BigInt(`0x${segment}`) }
}

// Returns the number of segments in a log: the name contains the number of the log (4 GiB) and of the segment within it.
function segmentsPerLog(segmentBytes: number): bigint {
  return 2n ** 32n / BigInt(segmentBytes)
}

function hex(value: bigint): string {
  return value.toString(16).toUpperCase().padStart(8, '0')
}
