// Builds astro/frames/frame.reference.json: Vallado's example in all frames, and some of the rotations that Orekit computed, with the lines of
// finals2000A.all around their dates.
import { readCollection, readCollectionText, writeReference } from '../reference-file.ts'

const OREKIT = ['J2000', 'MOD', 'TOD', 'TEME', 'CIRF', 'TIRF', 'ITRF']
const DAYS = ['21 Jan 2020', '11 Mar 2020', '30 Apr 2020', '19 Jun 2020', '8 Aug 2020', '26 Feb 2021', '7 Apr 2021']

const finals = readCollectionText('frames/finals2000A.all').split('\n')
const rotations: { frame: string; tai: string; quaternion: number[]; omegaRadS: number[] }[] = []
const mjds = new Set<number>()
for (const frame of OREKIT) {
  const lines = readCollectionText(`frames/GCRF_${frame}_orekit.csv`).trim().split('\n').slice(1)
  for (const line of lines.filter((text) => DAYS.some((day) => text.startsWith(`${day} `)))) {
    const words = line.split(',')
    const time = new Date(`${words[0]} UTC`)
    const numbers = words.slice(7).map(Number)
    rotations.push({
      frame: frame === 'J2000' ? 'EME2000' : frame,
      tai: time.toISOString().slice(0, 23),
      quaternion: numbers.slice(0, 4),
      omegaRadS: numbers.slice(4, 7),
    })
    mjds.add(Math.floor(time.getTime() / 86_400_000) + 40_587)
  }
}
const near = (line: string) => [...mjds].some((mjd) => Math.abs(Number(line.slice(7, 15)) - mjd + 1) <= 2)

const vallado = readCollection('frames/vallado_2004-04-06.json') as { source: string; licence: string }
writeReference(
  'astro/frames/frame.reference.json',
  {
    source: `${vallado.source}; open-space-toolkit-physics (Orekit): test/OpenSpaceToolkit/Physics/Coordinate/Frame; IERS`,
    version:
      'SatelliteToolboxTransformations 5871846b; CARA_Analysis_Tools a80d0163; open-space-toolkit-physics fd8a0ec4',
    licence: 'MIT, NOSA 1.3, Apache-2.0; numbers are facts; IERS data, free',
    command: 'node tools/reference/frames/frames.ts',
  },
  {
    vallado,
    iss: readCollection('frames/iss_sgp4_vs_horizons.json'),
    rotations,
    finals: finals.filter((line) => near(line)),
  },
)
