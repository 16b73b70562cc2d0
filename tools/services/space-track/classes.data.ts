import { ADDITIONAL, COVARIANCE, HEADER, METADATA, OD_PARAMETERS, RELATIVE, STATE } from '@apsis/ccsds/cdm/cdm.data.ts'

/** A field of a class, as `modeldef` describes it. */
export type ClassField = {
  readonly Field: string
  readonly Type: string
  readonly Null: 'YES' | 'NO'
  readonly Key: string
  readonly Default: string | null
  readonly Extra: string
}

export type SpaceTrackClass = {
  readonly controller: string
  readonly fields: readonly ClassField[]
  /** The field without which a record cannot be used. */
  readonly needed: string
  /** A field that contains a text from somebody else. */
  readonly text: string
}

/** Reads lines of a name and a type; `?` follows the type if the field may be null, and `=` precedes its default. */
function fieldsOf(lines: string): ClassField[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [description = '', fallback] = line.split(' =')
      const mayBeNull = description.endsWith(' ?')
      const [name = '', ...type] = (mayBeNull ? description.slice(0, -2) : description).split(' ')
      return {
        Field: name,
        Type: type.join(' '),
        Null: mayBeNull ? 'YES' : 'NO',
        Key: '',
        Default: fallback ?? null,
        Extra: '',
      }
    })
}

/** As recorded in python-astrodynamics/spacetrack, tests/conftest.py (modeldef-gp.json of the collection). */
const GP = fieldsOf(`
CCSDS_OMM_VERS varchar(3) =
COMMENT varchar(33) =
CREATION_DATE datetime ?
ORIGINATOR varchar(7) =
OBJECT_NAME varchar(25) ?
OBJECT_ID varchar(12) ?
CENTER_NAME varchar(5) =
REF_FRAME varchar(4) =
TIME_SYSTEM varchar(3) =
MEAN_ELEMENT_THEORY varchar(4) =
EPOCH datetime(6) ?
MEAN_MOTION decimal(13,8) ?
ECCENTRICITY decimal(13,8) ?
INCLINATION decimal(7,4) ?
RA_OF_ASC_NODE decimal(7,4) ?
ARG_OF_PERICENTER decimal(7,4) ?
MEAN_ANOMALY decimal(7,4) ?
EPHEMERIS_TYPE tinyint(4) ? =0
CLASSIFICATION_TYPE char(1) ?
NORAD_CAT_ID int(10) unsigned
ELEMENT_SET_NO smallint(5) unsigned ?
REV_AT_EPOCH mediumint(8) unsigned ?
BSTAR decimal(19,14) ?
MEAN_MOTION_DOT decimal(9,8) ?
MEAN_MOTION_DDOT decimal(22,13) ?
SEMIMAJOR_AXIS double(12,3) ?
PERIOD double(12,3) ?
APOAPSIS double(12,3) ?
PERIAPSIS double(12,3) ?
OBJECT_TYPE varchar(12) ?
RCS_SIZE char(6) ?
COUNTRY_CODE char(6) ?
LAUNCH_DATE date ?
SITE char(5) ?
DECAY_DATE date ?
FILE bigint(20) unsigned ?
GP_ID int(10) unsigned
TLE_LINE0 varchar(27) ?
TLE_LINE1 varchar(71) ?
TLE_LINE2 varchar(71) ?
`)

// The names below are those that public readers of these classes use (README of reference/exchange); we derived the types from the values.
const SATCAT_LINES = `
INTLDES char(12) =
NORAD_CAT_ID int(10) unsigned ?
OBJECT_TYPE varchar(12) ?
SATNAME char(25) =
COUNTRY char(6) =
LAUNCH date ?
SITE char(5) ?
DECAY date ?
PERIOD decimal(12,2) ?
INCLINATION decimal(12,2) ?
APOGEE bigint(12) ?
PERIGEE bigint(12) ?
COMMENT char(32) ?
COMMENTCODE tinyint(3) unsigned ?
RCSVALUE int(1) =0
RCS_SIZE char(6) ?
FILE smallint(5) unsigned =0
LAUNCH_YEAR smallint(5) unsigned =0
LAUNCH_NUM smallint(5) unsigned =0
LAUNCH_PIECE char(3) =
CURRENT enum('Y','N') =N
OBJECT_NAME char(25) =
OBJECT_ID char(12) =
OBJECT_NUMBER int(10) unsigned ?
`
const CDM_PUBLIC = fieldsOf(`
CDM_ID int(10) unsigned
CREATED datetime(6) ?
EMERGENCY_REPORTABLE char(1) ?
TCA datetime(6) ?
MIN_RNG double ?
PC double ?
SAT_1_ID int(10) unsigned ?
SAT_1_NAME varchar(25) ?
SAT1_OBJECT_TYPE varchar(11) ?
SAT1_RCS char(6) ?
SAT_1_EXCL_VOL varchar(4) ?
SAT_2_ID int(10) unsigned ?
SAT_2_NAME varchar(25) ?
SAT2_OBJECT_TYPE varchar(11) ?
SAT2_RCS char(6) ?
SAT_2_EXCL_VOL varchar(4) ?
`)
const DECAY = fieldsOf(`
NORAD_CAT_ID int(10) unsigned ?
OBJECT_NUMBER int(10) unsigned ?
OBJECT_NAME varchar(25) =
INTLDES char(12) =
OBJECT_ID varchar(12) =
RCS int(1) =0
RCS_SIZE char(6) ?
COUNTRY char(6) =
MSG_EPOCH datetime ?
DECAY_EPOCH datetime ?
SOURCE varchar(10) =
MSG_TYPE varchar(10) =
PRECEDENCE tinyint(3) =0
`)
const TIP = fieldsOf(`
NORAD_CAT_ID int(10) unsigned ?
MSG_EPOCH datetime
INSERT_EPOCH datetime
DECAY_EPOCH datetime
WINDOW smallint(6) =0
REV mediumint(9) =0
DIRECTION enum('ascending','descending') ?
LAT decimal(4,1) =0.0
LON decimal(4,1) =0.0
INCL decimal(4,1) =0.0
NEXT_REPORT smallint(6) =0
ID int(10) unsigned
HIGH_INTEREST enum('Y','N') ?
OBJECT_NUMBER int(10) unsigned ?
`)
const BOXSCORE = fieldsOf(`
COUNTRY char(100)
SPADOC_CD char(6) ?
ORBITAL_TBA int(10) ?
ORBITAL_PAYLOAD_COUNT int(10) ?
ORBITAL_ROCKET_BODY_COUNT int(10) ?
ORBITAL_DEBRIS_COUNT int(10) ?
ORBITAL_TOTAL_COUNT int(10) ?
DECAYED_PAYLOAD_COUNT int(10) ?
DECAYED_ROCKET_BODY_COUNT int(10) ?
DECAYED_DEBRIS_COUNT int(10) ?
DECAYED_TOTAL_COUNT int(10) ?
COUNTRY_TOTAL int(10) =0
`)
const ANNOUNCEMENT = fieldsOf(`
announcement_type varchar(30)
announcement_text text
announcement_start datetime
announcement_end datetime
`)
const LAUNCH_SITE = fieldsOf(`
SITE_CODE char(5) =
LAUNCH_SITE char(64) =
`)
const SATCAT_CHANGE = fieldsOf(`
NORAD_CAT_ID int(10) unsigned ?
OBJECT_NUMBER int(10) unsigned ?
CURRENT_NAME char(25) =
PREVIOUS_NAME char(25) ?
CURRENT_INTLDES char(12) =
PREVIOUS_INTLDES char(12) ?
CURRENT_COUNTRY char(6) =
PREVIOUS_COUNTRY char(6) ?
CURRENT_LAUNCH date ?
PREVIOUS_LAUNCH date ?
CURRENT_DECAY date ?
PREVIOUS_DECAY date ?
CHANGE_MADE datetime ?
`)
const FOLDER = fieldsOf(`
FOLDER_ID int(10) unsigned
FOLDER_NAME varchar(255) =
PARENT_FOLDER_ID int(10) unsigned ?
CREATED datetime ?
`)
const FILE = fieldsOf(`
FILE_ID int(10) unsigned
FILE_NAME varchar(255) =
FILE_LINK varchar(255) =
FILE_SIZE int(10) unsigned =0
FILE_CONTTYPE varchar(100) =
FOLDER_ID int(10) unsigned ?
CREATED datetime ?
`)
/** As recorded in python-astrodynamics/spacetrack (modeldef-fileshare-download.json), including the service's own misspelling. */
const DOWNLOAD = fieldsOf(`
FILE_ID int(10) unsigned =0
FILE_CONTENET longblob ?
`)
const SP_EPHEMERIS = fieldsOf(`
FILE_ID int(10) unsigned
NORAD_CAT_ID int(10) unsigned ?
FILE_NAME varchar(255) =
FILE_LINK varchar(255) =
FILE_SIZE int(10) unsigned =0
CREATED datetime ?
EPOCH_START datetime ?
EPOCH_STOP datetime ?
`)

/** The satellites of an operator's account. No public copy shows the fields of this class, so those of class satcat are used. */
const SATELLITE = fieldsOf(`
NORAD_CAT_ID int(10) unsigned
SATNAME char(25) =
INTLDES char(12) =
`)

const CDM_TYPES = { utc: 'datetime(6)', time: 'datetime(6)', number: 'double', text: 'varchar(255)' } as const

function cdmFields(prefix: string, tables: readonly { readonly rows: readonly { keyword: string; kind: string }[] }[]) {
  return tables.flatMap(({ rows }) =>
    rows.map(
      ({ keyword, kind }): ClassField => ({
        Field: prefix + keyword,
        Type: CDM_TYPES[kind as keyof typeof CDM_TYPES],
        Null: 'YES',
        Key: '',
        Default: null,
        Extra: '',
      }),
    ),
  )
}
const OF_OBJECT = [METADATA, OD_PARAMETERS, ADDITIONAL, STATE, COVARIANCE]
const CDM = [...cdmFields('', [HEADER, RELATIVE]), ...cdmFields('SAT1_', OF_OBJECT), ...cdmFields('SAT2_', OF_OBJECT)]

const basic = (fields: readonly ClassField[], needed: string, text: string): SpaceTrackClass => ({
  controller: 'basicspacedata',
  fields,
  needed,
  text,
})

/** The classes that the local service supports, by name. The classes of the file shares are preceded by their controller. */
export const CLASSES: Readonly<Record<string, SpaceTrackClass>> = {
  gp: basic(GP, 'EPOCH', 'OBJECT_NAME'),
  gp_history: basic(GP, 'EPOCH', 'OBJECT_NAME'),
  satcat: basic(fieldsOf(SATCAT_LINES), 'NORAD_CAT_ID', 'SATNAME'),
  satcat_debut: basic(fieldsOf(`${SATCAT_LINES.trimEnd()}\nDEBUT datetime ?`), 'NORAD_CAT_ID', 'SATNAME'),
  satcat_change: basic(SATCAT_CHANGE, 'NORAD_CAT_ID', 'CURRENT_NAME'),
  cdm_public: basic(CDM_PUBLIC, 'TCA', 'SAT_2_NAME'),
  decay: basic(DECAY, 'DECAY_EPOCH', 'OBJECT_NAME'),
  tip: basic(TIP, 'DECAY_EPOCH', 'DIRECTION'),
  boxscore: basic(BOXSCORE, 'COUNTRY', 'COUNTRY'),
  announcement: basic(ANNOUNCEMENT, 'announcement_text', 'announcement_text'),
  launch_site: basic(LAUNCH_SITE, 'SITE_CODE', 'LAUNCH_SITE'),
  satellite: { controller: 'expandedspacedata', fields: SATELLITE, needed: 'NORAD_CAT_ID', text: 'SATNAME' },
  cdm: { controller: 'expandedspacedata', fields: CDM, needed: 'TCA', text: 'SAT2_OBJECT_NAME' },
  'fileshare folder': { controller: 'fileshare', fields: FOLDER, needed: 'FOLDER_ID', text: 'FOLDER_NAME' },
  'fileshare file': { controller: 'fileshare', fields: FILE, needed: 'FILE_ID', text: 'FILE_NAME' },
  'fileshare download': { controller: 'fileshare', fields: DOWNLOAD, needed: 'FILE_ID', text: 'FILE_ID' },
  'spephemeris file': { controller: 'spephemeris', fields: SP_EPHEMERIS, needed: 'FILE_ID', text: 'FILE_NAME' },
  'spephemeris file_history': { controller: 'spephemeris', fields: SP_EPHEMERIS, needed: 'FILE_ID', text: 'FILE_NAME' },
}
