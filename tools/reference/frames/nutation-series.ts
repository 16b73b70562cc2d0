// Builds tables of astro/frames and astro/sky: the coefficients of the IAU 1980 and 2000A nutation series, of the CIO
// locator and of the orbit of the Earth, from the ERFA sources (pyerfa's source archive), whose folder liberfa/erfa/src is the argument.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder of the ERFA sources')

/** Returns the numbers of each row of the C table `name`. */
function readTable(file: string, name: string, width: number): number[][] {
  const text = readFileSync(join(folder as string, file), 'utf8')
  const start = text.indexOf(`${name}[] = {`)
  const end = start + text.slice(start).search(/\}\s*;/)
  if (start < 0 || end < start) throw new Error(`${file} has no table ${name}`)
  const body = text.slice(start + name.length + 5, end).replace(/\/\*[\s\S]*?\*\//g, '')
  const numbers = (body.match(/-?\s*\d+(?:\.\d*)?(?:e[-+]?\d+)?/g) ?? []).map((word) => Number(word.replace(/\s/g, '')))
  if (numbers.length % width !== 0)
    throw new Error(`${name} of ${file}: ${numbers.length} numbers, not rows of ${width}`)
  return Array.from({ length: numbers.length / width }, (_, row) => numbers.slice(row * width, (row + 1) * width))
}

function writeData(path: string, parts: readonly { doc: string; name: string; rows: number[][] }[]): void {
  const text = parts.map(({ doc, name, rows }) => {
    const lines = rows.map((row) => `  ${row.join(', ')},`).join('\n')
    return `/** ${doc} */\n// biome-ignore format: one term per line\nexport const ${name}: readonly number[] = [\n${lines}\n]\n`
  })
  writeFileSync(path, text.join('\n'))
  console.log(path, parts.map(({ name, rows }) => `${name} ${rows.length}`).join(', '))
}

writeData('astro/frames/nutation-1980.data.ts', [
  {
    name: 'NUTATION_1980',
    rows: readTable('nut80.c', 'x', 9),
    doc: `IAU 1980 nutation, 106 terms of nine numbers: multiples of l, l', F, D and Ω, then sine of longitude and its change
 * per century, cosine of obliquity and its change per century, in 0.1 mas. Source: P. K. Seidelmann, 1980 IAU Theory of
 * Nutation, Celestial Mechanics 27 (1982) 79, table 1, by way of ERFA 2.0.1 nut80.c
 * (tools/reference/frames/nutation-series.ts).`,
  },
])
const planetary = readTable('nut00a.c', 'xpl', 17)
writeData('astro/frames/nutation-2000a.data.ts', [
  {
    name: 'LUNI_SOLAR_2000A',
    rows: readTable('nut00a.c', 'xls', 11),
    doc: `The luni-solar part of IAU 2000A nutation, 678 terms of eleven numbers: multiples of l, l', F, D and Ω, then in
 * longitude sine, its change per century and cosine, in obliquity cosine, its change per century and sine, in 0.1 µas.
 * Source: P. M. Mathews, T. A. Herring and B. A. Buffett, Journal of Geophysical Research 107 (2002) B4, as in IERS
 * Conventions 2003, by way of ERFA 2.0.1 nut00a.c (tools/reference/frames/nutation-series.ts).`,
  },
  {
    name: 'PLANETARY_2000A',
    rows: planetary,
    doc: `The planetary part of the same series, 687 terms of seventeen numbers: multiples of l, F, D and Ω, of the mean
 * longitudes of Mercury to Neptune and of the general precession, then sine and cosine of longitude, sine and cosine of
 * obliquity, in 0.1 µas.`,
  },
])
writeData('astro/frames/cio-locator.data.ts', [
  {
    name: 'CIO_LOCATOR',
    rows: [0, 1, 2, 3, 4].flatMap((power) => readTable('s06.c', `s${power}`, 10).map((row) => [power, ...row])),
    doc: `s + XY/2, 66 terms of eleven numbers: power of t; multiples of l, l', F, D, Ω, of the mean longitudes of Venus and
 * Earth and of the general precession; sine and cosine in arcseconds. Source: N. Capitaine, P. T. Wallace and J.
 * Chapront, Astronomy and Astrophysics 412 (2003) 567, as in IERS Conventions 2010, table 5.2d, by way of ERFA 2.0.1
 * s06.c (tools/reference/frames/nutation-series.ts).`,
  },
])

// Terms that stay below this, AU, for 60 years around 2000 are left out.
const SMALLEST_AU = 1e-8
const YEARS = 60
const earth = [0, 1, 2].flatMap((power) =>
  ['x', 'y', 'z'].flatMap((name, axis) =>
    readTable('epv00.c', `e${power}${name}`, 3)
      .filter(([amplitude = 0]) => Math.abs(amplitude) * YEARS ** power >= SMALLEST_AU)
      .map((row) => [axis, power, ...row]),
  ),
)
writeData('astro/sky/earth-orbit.data.ts', [
  {
    name: 'EARTH_ORBIT',
    rows: earth,
    doc: `The Earth from the Sun, ${earth.length} terms of five numbers: axis (0 to 2, ecliptic), power of t, amplitude in AU, phase in
 * rad, frequency in rad per Julian year. Source: P. Bretagnon's simplified VSOP2000 (X. Moisson and P. Bretagnon, Celestial
 * Mechanics 80 (2001) 205), its terms above ${SMALLEST_AU} AU, by way of ERFA 2.0.1 epv00.c (tools/reference/frames/nutation-series.ts).`,
  },
])
