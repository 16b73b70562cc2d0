export type Setting = {
  readonly accepted: string
  readonly example: string
  readonly standard?: string
  readonly meaning: string
}

/** Every setting: its meaning, the accepted values, an example, and the default if there is one. */
export const SETTINGS = {
  APSIS_PRODUCTION: {
    meaning: 'Refuse everything that is fit for a demo only',
    accepted: 'true or false',
    example: 'true',
    standard: 'false',
  },
  APSIS_DEV_MODE: {
    meaning: 'Serve the developer area; unset: on in the embedded default only',
    accepted: 'true or false',
    example: 'false',
  },
  APSIS_HOST: {
    meaning: 'Address to listen on',
    accepted: 'a host name or IP address',
    example: '0.0.0.0',
    standard: 'localhost',
  },
  APSIS_PORT: {
    meaning: 'Port of the product',
    accepted: 'a whole number from 1 to 65535',
    example: '8080',
    standard: '8080',
  },
  APSIS_OPS_HOST: {
    meaning: 'Address of health and metrics',
    accepted: 'a host name or IP address',
    example: '127.0.0.1',
    standard: 'localhost',
  },
  APSIS_OPS_PORT: {
    meaning: 'Port of health and metrics',
    accepted: 'a whole number from 0 (any free one) to 65535',
    example: '8081',
    standard: '8081',
  },
  APSIS_PUBLIC_URL: {
    meaning: 'Address that browsers use',
    accepted: 'an http or https URL without a path',
    example: 'https://apsis.operator.example',
  },
  APSIS_DATA_DIR: {
    meaning: 'Where the embedded database and the secrets lie',
    accepted: 'a folder',
    example: '/var/lib/apsis',
  },
  APSIS_DATABASE_URL: {
    meaning: 'PostgreSQL 15 or later, as the runtime role; unset: the embedded one',
    accepted: 'postgresql://user:password@host:port/database',
    example: 'postgresql://apsis_app:…@db.operator.example:5432/apsis',
  },
  APSIS_DATABASE_URL_FILE: {
    meaning: 'The same from a file, so that no password stands in the environment',
    accepted: 'a file that holds nothing else',
    example: '/etc/apsis/database-url',
  },
  APSIS_DATABASE_OWNER_URL: {
    meaning: 'The same database as its owner, for migrations only',
    accepted: 'postgresql://user:password@host:port/database',
    example: 'postgresql://apsis_owner:…@db.operator.example:5432/apsis',
  },
  APSIS_DATABASE_OWNER_URL_FILE: {
    meaning: 'The same from a file',
    accepted: 'a file that holds nothing else',
    example: '/etc/apsis/database-owner-url',
  },
  APSIS_DATABASE_OS_USER: {
    meaning:
      'Account for the embedded database when started as root; unset: apsis-database, which the first start makes on the machine',
    accepted: 'the name of an account',
    example: 'apsis-database',
  },
  APSIS_DATABASE_POOL: {
    meaning: 'Connections per process',
    accepted: 'a whole number from 2 to 200',
    example: '10',
    standard: '10',
  },
  APSIS_OIDC_ISSUER: {
    meaning: 'Identity provider; unset: the embedded one',
    accepted: 'the issuer URL',
    example: 'https://sso.operator.example/auth/realms/platform',
  },
  APSIS_OIDC_CLIENTS: {
    meaning: 'Clients whose tokens are accepted (azp); the first is the web application',
    accepted: 'names, separated by commas',
    example: 'apsis-web',
    standard: 'apsis-web',
  },
  APSIS_OIDC_AUDIENCE: {
    meaning: 'Audience that tokens must carry',
    accepted: 'a name',
    example: 'platform-api',
    standard: 'platform-api',
  },
  APSIS_ACCOUNTS_FILE: {
    meaning: 'Accounts of the embedded identity provider; unset: the demo accounts',
    accepted: 'a JSON file',
    example: '/etc/apsis/accounts.json',
  },
  APSIS_ALLOW_EMBEDDED_IDENTITY: {
    meaning: 'Allow the embedded identity provider in production',
    accepted: 'true or false',
    example: 'true',
    standard: 'false',
  },
  APSIS_TRUST_PROXY: {
    meaning: 'Proxies whose forwarded addresses are believed',
    accepted: 'IP addresses or networks, separated by commas',
    example: '10.0.0.0/8',
    standard: '',
  },
  APSIS_OPERATOR_TENANT: {
    meaning:
      'Organisation whose administrators look after this installation, and are told when a process stood still and was ended; unset: the only organisation, where there is one alone',
    accepted: 'the organisation as tokens name it, or subject:… for somebody without one',
    example: 'example-orbital',
  },
  APSIS_DEMO_USERS: {
    meaning: 'User names labelled Demo in the sidebar, beside those that begin with demo; no right follows from it',
    accepted: 'names, separated by commas',
    example: 'anna,ben',
    standard: '',
  },
  APSIS_TEST_USERS: {
    meaning: 'User names labelled Test in the sidebar; no right follows from it',
    accepted: 'names, separated by commas',
    example: 'carla',
    standard: '',
  },
  APSIS_RATE_READ: {
    meaning: 'Reads per minute and token',
    accepted: 'a whole number from 1',
    example: '300',
    standard: '300',
  },
  APSIS_RATE_WRITE: {
    meaning: 'Writes per minute and token',
    accepted: 'a whole number from 1',
    example: '60',
    standard: '60',
  },
  APSIS_RATE_UPLOAD: {
    meaning: 'Uploads per minute and token',
    accepted: 'a whole number from 1',
    example: '60',
    standard: '60',
  },
  APSIS_RATE_ANONYMOUS: {
    meaning: 'Calls without a good token per minute and address',
    accepted: 'a whole number from 1',
    example: '60',
    standard: '60',
  },
  APSIS_API_PROCESSES: {
    meaning: 'API processes that npm start runs; they share the port, and the rate limits of callers',
    accepted: 'a whole number from 1 to 16',
    example: '2',
    standard: '1',
  },
  APSIS_WORKERS: {
    meaning: 'Worker processes that npm start runs',
    accepted: 'a whole number from 0 to 64',
    example: '1',
    standard: '1',
  },
  APSIS_WORKER_THREADS: {
    meaning: 'Threads that a worker keeps busy; unset: the processors of the machine, shared by APSIS_WORKERS',
    accepted: 'a whole number from 1 to 256',
    example: '2',
  },
  APSIS_DRAIN_SECONDS: {
    meaning: 'Time between not ready and not accepting, for the load balancer to notice',
    accepted: 'a whole number from 0 to 60',
    example: '5',
    standard: '0',
  },
  APSIS_STALL_SECONDS: {
    meaning:
      'Time with a processor, or waiting for anything else, after which a process whose event loop does not turn ends itself, to be replaced; 0: never',
    accepted: 'a whole number from 0 to 60',
    example: '2',
    standard: '2',
  },
  APSIS_LOG_LEVEL: {
    meaning: 'How much is logged; unset: warn with the embedded database, else info',
    accepted: 'trace, debug, info, warn, error or silent',
    example: 'info',
  },
  APSIS_DEMO_FLEET: {
    meaning: 'Let organisations open the simulated fleet; unset: in the embedded default only',
    accepted: 'true or false',
    example: 'false',
  },
  APSIS_EXCHANGE_DIR: {
    meaning:
      'Folder in which connections of kind folder have theirs, one in the folder of each organisation; unset: below the data folder',
    accepted: 'a folder that the workers may read and write',
    example: '/var/lib/apsis-exchange',
  },
  APSIS_GP_URL: {
    meaning:
      'Where the public catalogue is downloaded from, every two hours at most; unset: none is. Name a source of the whole catalogue, such as your copy of the class gp of Space-Track: a group of active objects lacks debris and rocket bodies, and a screening does not find what is not there',
    accepted: 'an https URL (http on this machine)',
    example: 'https://gp.example.org/whole-catalogue.json',
  },
  APSIS_CATALOGUE_ORGANISATION: {
    meaning:
      'Organisation with whose account of Space-Track the public catalogue is fetched, for all organisations; unset: it comes from addresses alone',
    accepted: 'the organisation as tokens name it, or subject:… for somebody without one',
    example: 'example-orbital',
  },
  APSIS_GP_MORE_URLS: {
    meaning:
      'More addresses that the catalogue is merged from, such as groups and supplemental sets of CelesTrak, each asked every two hours at most; unset: none',
    accepted: 'https URLs (http on this machine) with FORMAT=JSON, CSV or TLE, separated by commas',
    example:
      'https://celestrak.org/NORAD/elements/gp.php?GROUP=active&FORMAT=JSON,https://celestrak.org/NORAD/elements/supplemental/sup-gp.php?SOURCE=SpaceX-E&FORMAT=JSON',
  },
  APSIS_GP_FORMAT: {
    meaning: 'What APSIS_GP_URL answers, and what the lookup by number answers',
    accepted: 'omm-json, omm-csv or tle',
    example: 'omm-json',
    standard: 'omm-json',
  },
  APSIS_GP_LOOKUP_URL: {
    meaning:
      'Where an object that is not known here is looked up in the public catalogue by its number; unset: nowhere',
    accepted: 'an https URL (http on this machine) with {noradId} in it',
    example: 'https://celestrak.org/NORAD/elements/gp.php?CATNR={noradId}&FORMAT=json',
  },
  APSIS_SPACE_WEATHER_URL: {
    meaning: 'Where F10.7 and Ap are downloaded from, as CelesTrak has them, every three hours at most; unset: nowhere',
    accepted: 'an https URL (http on this machine) of a table in CSV',
    example: 'https://celestrak.org/SpaceData/SW-Last5Years.csv',
  },
  APSIS_SPACE_WEATHER_SOLAR_URL: {
    meaning:
      'Where S10, M10 and Y10 are downloaded from, in the form SOLFSMY, every three hours at most; unset: nowhere',
    accepted: 'an https URL (http on this machine)',
    example: 'https://sol.spacenvironment.net/JB2008/indices/SOLFSMY.TXT',
  },
  APSIS_SPACE_WEATHER_DST_URL: {
    meaning: 'Where the hourly Dst is downloaded from, as SWPC passes it on, every three hours at most; unset: nowhere',
    accepted: 'an https URL (http on this machine) of JSON',
    example: 'https://services.swpc.noaa.gov/products/kyoto-dst.json',
  },
  APSIS_SPACE_WEATHER_NAMES: {
    meaning: 'What the source of an index is called, beside its values; unset: the host that it is downloaded from',
    accepted: 'index=text, several with ; between: f107, f107Average, s10, m10, y10, ap, kp, dstNt',
    example: 'ap=GFZ Potsdam, by CelesTrak; dstNt=WDC Kyoto, by SWPC',
  },
  APSIS_OUTBOUND_PROXY: {
    meaning:
      'Proxy for whatever is asked outside over https: the catalogue, space weather, Space-Track, the keys of the identity provider, webhooks, on-call systems, sensor networks; mail goes straight; unset: HTTPS_PROXY, and without that none',
    accepted: 'http or https URL of a proxy, with user:password@ where it asks for them; none: not even HTTPS_PROXY',
    example: 'http://proxy.operator.example:3128',
  },
  APSIS_OUTBOUND_PROXY_FILE: {
    meaning: 'The same from a file, so that no password stands in the environment',
    accepted: 'a file that holds nothing else',
    example: '/etc/apsis/outbound-proxy',
  },
  APSIS_OUTBOUND_DIRECT: {
    meaning: 'Hosts that are reached without the proxy, beside this machine; unset: NO_PROXY',
    accepted:
      'names (with all below them), addresses or networks, each with :port or without, separated by commas; *: all',
    example: 'sso.operator.example,10.0.0.0/8',
  },
  APSIS_OUTBOUND_PROXY_BY_NAME: {
    meaning:
      'Ask the proxy for receivers of notices by name, and not by the address that was checked here: for a proxy that lets pass by name alone, or where public names cannot be looked up here. The proxy itself must then refuse addresses of your network',
    accepted: 'true or false',
    example: 'true',
    standard: 'false',
  },
  APSIS_BACKUP_KEY_FILE: {
    meaning: 'Key that backups are encrypted with',
    accepted: 'a file of 32 bytes in hexadecimal, mode 0600',
    example: '/etc/apsis/backup.key',
  },
  APSIS_DELIVERY_KEY_FILE: {
    meaning:
      'Key that addresses of channels are sealed with, the same for every process; unset: made in the data directory',
    accepted: 'a file of at least 32 characters, mode 0600',
    example: '/etc/apsis/delivery.key',
  },
  APSIS_DELIVERY_LOOPBACK: {
    meaning: 'Send to receivers on this machine, over http and any port; for tests and demonstrations',
    accepted: 'true or false',
    example: 'true',
    standard: 'false',
  },
  APSIS_DUTY_CLOCK_FILE: {
    meaning:
      'By how many seconds the clock of the on-call chain is ahead, read at each of its turns; for tests and demonstrations',
    accepted: 'a file that holds a whole number, or that is not there yet: 0',
    example: '/tmp/apsis-duty-clock',
  },
  APSIS_REQUEST_CLOCK_FILE: {
    meaning:
      'By how many seconds the clock of the work on observation requests is ahead, read at each of its turns; for tests and demonstrations',
    accepted: 'a file that holds a whole number, or that is not there yet: 0',
    example: '/tmp/apsis-request-clock',
  },
  APSIS_CLOCK_START: {
    meaning:
      'Time runs on from there when a data folder is first started with it, and goes on at each later start; for tests and demonstrations',
    accepted: 'an instant in UTC, with the embedded database and the demo accounts alone',
    example: '2026-11-20T10:00:00Z',
  },
  APSIS_SMTP_URL: {
    meaning:
      'Mail server that takes our mail; unset, and never in production: mails are written to a folder, shown as simulated',
    accepted: 'smtps://user@host:465, or smtp://user@host:587 for STARTTLS',
    example: 'smtps://apsis@mail.operator.example:465',
  },
  APSIS_SMTP_PASSWORD_FILE: {
    meaning: 'Password of the user at the mail server',
    accepted: 'a file that holds nothing else',
    example: '/etc/apsis/smtp.password',
  },
  APSIS_SMTP_CA_FILE: {
    meaning: 'Certificates that the mail server is believed by, where they are not public ones',
    accepted: 'a file in PEM form',
    example: '/etc/apsis/mail-ca.pem',
  },
  APSIS_MAIL_FROM: {
    meaning: 'Sender of mails; unset: apsis at the host of APSIS_PUBLIC_URL',
    accepted: 'an e-mail address',
    example: 'apsis@operator.example',
  },
  APSIS_BOUNCE_ADDRESS: {
    meaning:
      'Address that undelivered mails come back to, with a token behind a + for each mail; unset: what comes back later is not heard',
    accepted: 'an e-mail address with at most 15 characters before the @, none of them a +',
    example: 'bounces@operator.example',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS
