// Lists the tools that are needed rarely, by name: `npm run tool -- NAME`; without a name it prints them.
import { type NamedCommands, runNamedCommand } from './named-command.ts'

export const TOOLS: NamedCommands = {
  near: { file: 'tools/near.ts', about: 'checks what is not committed: lint, types and the nearest tests' },
  soak: { file: 'tools/soak.ts', about: 'throws new random cases at every property' },
  campaigns: { file: 'tools/campaigns.ts', about: 'runs at length what npm test has a slice of' },
  mutate: { file: 'tools/mutate.ts', about: 'changes the code, a little at a time, and prints what no test notices' },
  nets: { file: 'tools/nets.ts', about: 'shows what a move has changed in documents, addresses, words and pictures' },
  interop: { file: 'tools/interop.ts', about: 'tries Apsis with programs of others; without a name it lists them' },
  'pack-cli': { file: 'tools/pack-cli.ts', about: 'makes one file of the command apsis, for other machines' },
}

if (import.meta.main) await runNamedCommand('npm run tool --', TOOLS, process.argv.slice(2))
