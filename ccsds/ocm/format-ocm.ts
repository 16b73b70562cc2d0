import { blockLines, extraLines, formatInstant, headerLines, inElement } from '../block/format-block.ts'
import { formatQuantity } from '../block/unit.ts'
import { type OutLine, printMessage, type WriteOptions } from '../notation/print.ts'
import {
  COVARIANCE,
  HEADER,
  MANOEUVRE,
  METADATA,
  ORBIT_DETERMINATION,
  PERTURBATIONS,
  PHYSICAL,
  TRAJECTORY,
  USER,
} from './ocm.data.ts'
import type { Ocm } from './ocm.ts'
import type { OcmRow } from './ocm-rows.ts'

/**
 * Returns the text of the message in KVN or XML, according to the tables of CCSDS 502.0-B-3; reading it gives the same data. Throws a RangeError that
 * names what the notation cannot express.
 */
export function formatOcm(ocm: Ocm, options: WriteOptions = {}): string {
  return printMessage(ocmLines(ocm), options)
}

/** Returns the lines of the message, for any notation. */
export function ocmLines({ header, metadata, userDefined, ...rest }: Ocm): OutLine[] {
  const timeSystem = metadata.timeSystem.toUpperCase()
  const at = (section: string) => ({ timeSystem, section })
  const user =
    userDefined === undefined
      ? []
      : withRows(blockLines(USER, { comments: userDefined.comments }, at('USER')), extraLines(userDefined.values))
  const data = [
    ...rest.trajectories.flatMap((trajectory) =>
      withRows(
        blockLines(TRAJECTORY, trajectory.metadata, at('TRAJ')),
        rowLines(trajectory.rows, 'trajLine', timeSystem),
      ),
    ),
    ...blockLines(PHYSICAL, rest.physical, at('PHYS')),
    ...rest.covariances.flatMap((covariance) =>
      withRows(
        blockLines(COVARIANCE, covariance.metadata, at('COV')),
        rowLines(covariance.rows, 'covLine', timeSystem),
      ),
    ),
    ...rest.manoeuvres.flatMap((manoeuvre) =>
      withRows(
        blockLines(MANOEUVRE, manoeuvre.metadata, at('MAN')),
        manoeuvre.rows.map((fields) => ({ kind: 'text', text: fields.join(' '), element: 'manLine' })),
      ),
    ),
    ...blockLines(PERTURBATIONS, rest.perturbations, at('PERT')),
    ...blockLines(ORBIT_DETERMINATION, rest.orbitDetermination, at('OD')),
    ...user,
  ]
  const segment = [...blockLines(METADATA, metadata, at('META')), ...inElement('data', data)]
  return [...headerLines(HEADER, header), ...inElement('body', inElement('segment', segment))]
}

/** Inserts the rows before the closing bracket of the section. */
function withRows(block: readonly OutLine[], rows: readonly OutLine[]): OutLine[] {
  return [...block.slice(0, -1), ...rows, ...block.slice(-1)]
}

function rowLines(rows: readonly OcmRow[], element: string, timeSystem: string): OutLine[] {
  return rows.map(({ epoch, values }) => {
    const numbers = values.map((value) => formatQuantity(value, null))
    return { kind: 'text', text: [formatInstant(epoch, timeSystem, element), ...numbers].join(' '), element }
  })
}
