/** The journeys that the campaign `firefox` runs: one for each thing that people do. */
export const FIREFOX_JOURNEYS: readonly { readonly file: string; readonly test: string }[] = [
  { file: 'e2e/session/sign-in.e2e.ts', test: 'a wrong password is refused, and the right one then lets in' },
  {
    file: 'e2e/session/sign-out.e2e.ts',
    test: 'logging out in one tab logs out the other, whose token is refused from then on',
  },
  {
    file: 'e2e/session/restart.e2e.ts',
    test: 'a page that was open when everything was killed finds its way back by itself',
  },
  {
    file: 'e2e/notifications/session-end.e2e.ts',
    test: 'authentication that ran out is said once, and 5 seconds later the user is logged out',
  },
  {
    file: 'e2e/shell/reload.e2e.ts',
    test: 'without the server a reload shows what was seen, with its age, and goes on by itself',
  },
  {
    file: 'e2e/ca/conjunctions.e2e.ts',
    test: 'where nothing is watched, one press opens the demo fleet, and its events arrive by themselves',
  },
  {
    file: 'e2e/ca/first-message.e2e.ts',
    test: 'from a catalogue number and five messages to a decision: every number is that of apsis pc',
  },
  {
    file: 'e2e/ca/manoeuvre.e2e.ts',
    test: 'from a critical event to an exported burn that a newer message takes back, and on to a verified one',
  },
  {
    file: 'e2e/odt/loop.e2e.ts',
    test: 'passes of an uncertain event are ranked by what they are worth and ordered in four clicks',
  },
  {
    file: 'e2e/odt/observations.e2e.ts',
    test: 'a request is planned while its page is open and cancelled with its price given back; one that no sensor can meet costs nothing',
  },
  {
    file: 'e2e/account/delivery.e2e.ts',
    test: 'on a phone and in German everything is there, and nothing is wider than the page',
  },
  {
    file: 'e2e/account/telephone.e2e.ts',
    test: 'a number is set, confirmed by the key of a simulated call, and deleted again',
  },
]
