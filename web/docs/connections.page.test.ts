import { commandsOf, runCommands } from '@apsis/e2e/docs/commands.ts'
import { startOpenEphemerides } from '@apsis/tools/services/open-ephemerides.ts'
import { simulatedSpaceTrack } from '@apsis/tools/services/space-track/simulated.ts'
import { startSpaceTrack } from '@apsis/tools/services/space-track/space-track.ts'
import { expect, test } from 'vitest'
import { apiOf } from '../testing/page.ts'
import { person } from '../testing/person.ts'
import { world } from '../testing/world.ts'

test('the commands of the guides to connections run unchanged against the local services', async () => {
  // The service of `npm run service` has this account.
  const accounts = [{ identity: 'flight@operator.example', password: 'simulated' }]
  const spaceTrack = await startSpaceTrack({ accounts, content: simulatedSpaceTrack() })
  const open = await startOpenEphemerides({ constellation: 20 })
  const { origin, issuer } = await apiOf(world.nothing)
  const TOKEN = await issuer.token(person('demo-admin'))
  const guides = [
    ['account/connections.md', spaceTrack, 'flight@operator.example'],
    ['account/connections.de.md', spaceTrack, 'flight@operator.example'],
    ['ca/neighbours.md', open, '"result":"new","detail":"20"'],
    ['ca/neighbours.de.md', open, '"result":"limit-reached"'],
  ] as const
  for (const [guide, service, found] of guides) {
    const done = await runCommands(commandsOf(guide, origin), { APSIS: origin, TOKEN, SERVICE: service.url })
    expect([guide, done.failed, done.statuses.filter((status) => !/^20[014]$/.test(status))]).toEqual([
      guide,
      false,
      [],
    ])
    // The output contains the result of the connection's test.
    expect(done.stdout).toContain(found)
  }
  for (const service of [spaceTrack, open]) {
    expect(service.violations).toEqual([])
    await service.close()
  }
})
