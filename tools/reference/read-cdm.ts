/** The numbers of one object of a CDM in KVN, as printed: km, km/s, and the lower triangle of the RTN covariance, m². */
export interface CdmObject {
  readonly r_km: readonly number[]
  readonly v_kmps: readonly number[]
  readonly rtn_covariance_m2: readonly number[]
}

const COMPONENTS = ['R', 'T', 'N', 'RDOT', 'TDOT', 'NDOT']

/** Both objects of a CDM, by their keywords alone: facts for reference files, no reader of messages. */
export function readCdmObjects(text: string): CdmObject[] {
  return text
    .split(/^OBJECT\s*=.*$/m)
    .slice(1)
    .map((part) => {
      const read = (keyword: string) => {
        const found = new RegExp(`^${keyword}\\s*=\\s*([-+\\dEe.]+)`, 'm').exec(part)
        return found === null ? null : Number(found[1])
      }
      const need = (keyword: string) => {
        const value = read(keyword)
        if (value === null) throw new Error(`no ${keyword}`)
        return value
      }
      const covariance = COMPONENTS.flatMap((row, i) =>
        COMPONENTS.slice(0, i + 1).map((column) => read(`C${row}_${column}`)),
      )
      return {
        r_km: ['X', 'Y', 'Z'].map(need),
        v_kmps: ['X_DOT', 'Y_DOT', 'Z_DOT'].map(need),
        rtn_covariance_m2: covariance.filter((value) => value !== null),
      }
    })
}
