import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { apparentBodyPosition, BODIES, bodyLight } from '@apsis/astro/sky/body.ts'
import { daysOf, type EpochSpan, nights, sightOf, TWILIGHT } from '@apsis/astro/sky/sight.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { radToDeg, wrapTwoPi } from '@apsis/astro/units.ts'
import { readSites, type Site } from '../input/site.ts'
import { type Command, type ExitCode, parseCommandLine, type Terminal, UsageError } from '../terminal/command.ts'
import { requireInstant } from '../terminal/options.ts'
import { formatColumns, formatTable, ROW_FORM_OPTIONS, rowForm, utc, writeForPrograms } from '../terminal/print.ts'

export const skyCommand: Command = {
  help: `Usage: apsis sky --at TIME --site LAT,LON,ALT|SENSORS.json [--json|--ndjson|--csv]

  --at TIME   the instant in UTC: 2026-11-20T21:00:00
  --site      latitude and longitude in degrees (north and east), height in metres above WGS 84; or a JSON file of
              sensors, as for apsis passes
  --json, --ndjson, --csv
              for programs, an array of { "at", "site", "darkness", "nextNight": { "start", "end" }, "bodies" }; a body
              has { "name", "azimuthDeg", "elevationDeg", "rangeM", "angularRadiusDeg", "rightAscensionDeg",
              "declinationDeg", "magnitude", "phaseAngleDeg", "litFraction", "nextUp": { "start", "end" } }

Azimuth counts from north over east. Elevation is without refraction. Right ascension and declination are apparent, from
the centre of the Earth, in GCRF. Darkness is day, civil, nautical or astronomical twilight, or night (Sun below -18
deg). The next night is the next time with the Sun below -12 deg. A body is up above the horizon with 34' of refraction.
Both are searched for 24 hours: null means that there is none, and a time that has begun already starts now.

Examples:
  apsis sky --at 2026-11-20T21:00:00 --site 48.2,16.37,171
  apsis sky --at 2026-11-20T21:00:00 --site=-24.6,-70.4,2635 --json`,
  run: runSky,
}

async function runSky(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    at: { type: 'string' },
    site: { type: 'string' },
    ...ROW_FORM_OPTIONS,
  })
  if (positionals.length > 0) throw new UsageError(`${JSON.stringify(positionals[0])} is one argument too many`)
  const form = rowForm(values)
  const at = requireInstant(values.at, '--at')
  const skies = (await readSites(terminal, values.site)).map((site) => skyOf(site, at))
  if (form !== 'text') await writeForPrograms(terminal, form, skies)
  else await terminal.write(`${skies.map(describe).join('\n\n')}\n`)
  return 0
}

type Sky = ReturnType<typeof skyOf>

function skyOf(site: Site, at: Epoch) {
  const model = { theory: 'IAU1980', outside: 'hold' } as const
  const { name, latDeg, lonDeg, altM, station } = site
  const span = { start: at, end: addSeconds(at, SECONDS_PER_DAY) }
  const sun = sightOf('Sun', station, at, model).elevationRad
  return {
    at: utc(at),
    site: { name, latDeg, lonDeg, altM },
    darkness: darknessOf(sun),
    nextNight: spanOf(nights(station, span, TWILIGHT.nautical, model)),
    bodies: BODIES.map((body) => {
      const { azimuthRad, elevationRad, rangeM, angularRadiusRad } = sightOf(body, station, at, model)
      const [x, y, z] = apparentBodyPosition(body, at)
      const { magnitude, phaseAngleRad, litFraction } = bodyLight(body, at)
      return {
        name: body,
        azimuthDeg: radToDeg(azimuthRad),
        elevationDeg: radToDeg(elevationRad),
        rangeM,
        angularRadiusDeg: radToDeg(angularRadiusRad),
        rightAscensionDeg: radToDeg(wrapTwoPi(Math.atan2(y, x))),
        declinationDeg: radToDeg(Math.atan2(z, Math.hypot(x, y))),
        magnitude,
        phaseAngleDeg: radToDeg(phaseAngleRad),
        litFraction,
        nextUp: spanOf(daysOf(body, station, span, model)),
      }
    }),
  }
}

function spanOf([first]: readonly EpochSpan[]): { start: string; end: string } | null {
  return first === undefined ? null : { start: utc(first.start), end: utc(first.end) }
}

function darknessOf(sunRad: number): string {
  if (sunRad > TWILIGHT.sunset) return 'day'
  if (sunRad > TWILIGHT.civil) return 'civil'
  if (sunRad > TWILIGHT.nautical) return 'nautical'
  return sunRad > TWILIGHT.astronomical ? 'astronomical' : 'night'
}

function describe({ at, site, darkness, nextNight, bodies }: Sky): string {
  const { latDeg, lonDeg, altM } = site
  const minute = (span: { start: string; end: string } | null) =>
    span === null ? 'none' : `${span.start.slice(0, 16)}Z to ${span.end.slice(0, 16)}Z`
  const head = formatTable([
    ['site', `${latDeg} deg north, ${lonDeg} deg east, ${altM} m`],
    ['at', at],
    ['now', darkness === 'day' || darkness === 'night' ? darkness : `${darkness} twilight`],
    ['dark', `${minute(nextNight)} (Sun below -12 deg, within a day)`],
  ])
  const rows = bodies.map((body) => [
    `  ${body.name}`,
    body.azimuthDeg.toFixed(3),
    body.elevationDeg.toFixed(3),
    body.rightAscensionDeg.toFixed(4),
    body.declinationDeg.toFixed(4),
    body.magnitude.toFixed(1),
    (body.litFraction * 100).toFixed(0),
    minute(body.nextUp),
  ])
  const titles = ['  body', 'az (deg)', 'el (deg)', 'RA (deg)', 'dec (deg)', 'mag', 'lit (%)', 'up within a day']
  return `${head}\n${formatColumns([titles, ...rows])}`
}
