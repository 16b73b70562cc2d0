// Checks Apsis against other people's programs, by name: `npm run tool -- interop NAME`; without a name it lists them.
import { isStarted, type NamedCommands, runNamedCommand } from './named-command.ts'

export const INTEROPS: NamedCommands = {
  keycloak: { file: 'tools/interop/keycloak.ts', about: 'the sign-in journeys against a real Keycloak with our realm' },
  embedded: { file: 'tools/interop/embedded.ts', about: 'the same journeys against our own identity provider' },
  clients: {
    file: 'tools/interop/clients.ts',
    about: 'clients in Python and Java, generated from the description of the API',
  },
  exports: {
    file: 'tools/interop/exports.ts',
    about: 'the files of a plan, read by another reader to the same numbers',
  },
  postfix: { file: 'tools/interop/postfix.ts', about: 'mails that come back through a real Postfix' },
  squid: { file: 'tools/interop/squid.ts', about: 'outbound calls through a real Squid that asks for a password' },
}

if (isStarted(import.meta)) await runNamedCommand('npm run tool -- interop', INTEROPS, process.argv.slice(2))
