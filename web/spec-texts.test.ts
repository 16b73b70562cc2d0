import { expect, test } from 'vitest'
import { accountWords } from './account/form/account-words.data.ts'
import { connectionErrorWords } from './connection-error/words.data.ts'

// The specification fixes these texts word for word (spec §5 and §2): no shortening of texts may change them.

test.each([
  ['Email address must be a valid address.', () => accountWords('emailInvalid')],
  ['Microsoft Teams address must be a valid address.', () => accountWords('teamsUnusable')],
  ['Slack URL must be a valid address.', () => accountWords('slackUnusable')],
  ['Webhook URL must be a valid address.', () => accountWords('webhookUnusable')],
  ['Settings updated', () => accountWords('savedTitle')],
  [
    'Failed to connect to the authentication provider, please try again later. If the issue persists, please contact support.',
    () => connectionErrorWords('text'),
  ],
])('the pages say "%s" as the specification does', (text, said) => {
  expect(said()).toBe(text)
})
