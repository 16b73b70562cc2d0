/** The test that runs a command, or the reason why none does. */
export type TriedBy = 'npm start' | 'cluster' | 'folder of the realm' | { readonly not: string }

const THE_SAME_FILE: TriedBy = { not: 'server/installation/scale-out.test.ts starts the same file, without npm' }
const SYSTEMD: TriedBy = { not: 'needs a machine that systemd runs; systemd-analyze verify takes the units' }
const SERVICE: TriedBy = { not: 'tools/service.test.ts starts the same service' }
const MINUTES: TriedBy = { not: 'takes minutes, and is a test or a measurement itself' }

/** Every command in README, the run-book and the pages of deploy/; server/installation/documented-commands.test.ts reports missing ones. */
export const DOCUMENTED_COMMANDS: Readonly<Record<string, TriedBy>> = {
  'npm start': { not: 'server/installation/npm-start.test.ts gives it before all others' },
  'npm test': MINUTES,
  'npm run --silent apsis -- --help': 'npm start',
  'npm run conformance': MINUTES,
  'npm run tool -- pack-cli': { not: 'tools/pack-cli.test.ts packs the same, and looks into the package' },
  'npx apsis': { not: 'the page says not to use it' },
  'npm run bench': { not: 'only lists what bench/bench.test.ts looks at' },
  'npm run bench -- all': MINUTES,
  'npm run bench -- paint': MINUTES,
  'npm run tool': { not: 'only lists what tools/named-command.test.ts looks at' },
  'npm run tool -- interop': { not: 'only lists what tools/named-command.test.ts looks at' },
  'npm run service -- celestrak': SERVICE,
  'npm run service -- space-track': SERVICE,
  'npm run tool -- soak': MINUTES,
  'npm run check': MINUTES,
  'npm run tool -- near': { not: 'runs the tests that are nearest to what somebody changes, and so is one itself' },
  'npm run apsis-server -- check-config': 'npm start',
  'npm run apsis-server -- backup ~/apsis-backup.tar': 'npm start',
  'npm run apsis-server -- restore ~/apsis-backup.tar --verify': 'npm start',
  'npm run apsis-server -- restore ~/apsis-backup.tar --to ~/apsis-restored': 'npm start',
  'npm run apsis-server -- check-data --anchor ~/apsis-anchor.json': 'npm start',
  'psql --username=postgres --dbname=postgres --variable=owner_password="$OWNER" --variable=app_password="$APP" --file=deploy/database/roles.sql':
    'cluster',
  'npm run apsis-server -- migrate': 'cluster',
  'npm run api': THE_SAME_FILE,
  'APSIS_OPS_PORT=8082 npm run worker': THE_SAME_FILE,
  'npm run build': { not: 'builds the pages that other tests use; npm start does the same' },
  'npm ci': { not: 'installs: the packages would be pulled from under the other tests' },
  'npm ci && npm run build': { not: 'installs: the packages would be pulled from under the other tests' },
  'tar --create --gzip --exclude=.apsis --exclude=.git --file ~/apsis.tar.gz .': MINUTES,
  'systemctl enable --now apsis-api apsis-worker': SYSTEMD,
  'systemctl disable --now apsis-api apsis-worker': SYSTEMD,
  'journalctl --unit apsis-api --unit apsis-worker': SYSTEMD,
  'podman compose --file deploy/compose.yaml down --volumes': {
    not: 'needs a container engine; server/installation/image.test.ts replays what one would do with the files',
  },
  'npm run bench -- kill': MINUTES,
  'psql "$APSIS_DATABASE_URL" --command=\'select 1\'': 'cluster',
  'npm run apsis-server -- check-data': 'cluster',
  'npm run apsis-server -- dead-letters': 'cluster',
  'npm run apsis-server -- restore BACKUP --verify': { not: 'README has it with a backup of its own' },
  'npm run apsis-server -- backup /var/backups/apsis --keep 14': {
    not: 'server/apsis-server.test.ts gives it with a folder of its own',
  },
  'systemctl enable --now apsis-backup.timer': SYSTEMD,
  'podman compose --file deploy/compose.yaml exec -T database pg_dump --username=postgres --format=custom apsis > apsis-$(date -u +%F).dump':
    { not: 'needs a container engine, and is a command of PostgreSQL' },
  'mkdir import': 'folder of the realm',
  "sed 's#http://localhost:8080#https://apsis.example#g' platform-realm.json > import/platform-realm.json":
    'folder of the realm',
  'KC_HTTP_RELATIVE_PATH=/auth KC_HOSTNAME=https://sso.example/auth bin/kc.sh start --import-realm --http-enabled=true --proxy-headers=xforwarded':
    { not: 'needs a Keycloak: 170 MB that a test may not fetch' },
  'APSIS_OIDC_ISSUER=https://sso.example/auth/realms/platform npm start': {
    not: 'the name is an example; server/installation/scale-out.test.ts runs with an issuer elsewhere',
  },
  'npm run tool -- interop keycloak': MINUTES,
  'npm run tool -- interop postfix': MINUTES,
  'npm run tool -- interop squid': MINUTES,
  'npm run tool -- interop embedded': MINUTES,
}
