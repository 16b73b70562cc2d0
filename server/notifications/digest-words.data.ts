/** The words of the page after a digest has ended, in both languages. */
export const DIGEST_WORDS = {
  en: {
    title: 'Get no digest any more?',
    help: 'What your rules gather is then shown in Apsis alone. What is critical reaches you all the same.',
    button: 'End the digest',
    ended: 'You get no digest any more',
    endedHelp: 'To have one again, set its time on the page Notifications of your account.',
  },
  de: {
    title: 'Keine Zusammenfassung mehr?',
    help: 'Was Ihre Regeln sammeln, steht dann nur noch in Apsis. Was kritisch ist, erreicht Sie trotzdem.',
    button: 'Zusammenfassung beenden',
    ended: 'Sie bekommen keine Zusammenfassung mehr',
    endedHelp: 'Um wieder eine zu bekommen, setzen Sie ihre Zeit auf der Seite Benachrichtigungen Ihres Kontos.',
  },
} as const
