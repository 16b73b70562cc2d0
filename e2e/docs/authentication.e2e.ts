import { expect, test } from 'vitest'
import { ADDRESS } from '../visitor.ts'
import { commandsOf, runCommands } from './commands.ts'

test('the commands of the guide sign in at the provider by its form, refresh the token, and show a call without a token', async () => {
  const { statuses, stdout } = await runCommands(commandsOf('platform/authentication.md', ADDRESS))
  expect(statuses, stdout).toEqual(['200', '200', '200', '401'])
})
