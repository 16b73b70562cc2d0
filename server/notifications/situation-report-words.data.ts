/** The words of the page after the situation reports have ended, in both languages. */
export const SITUATION_REPORT_WORDS = {
  en: {
    title: 'Get no situation report any more?',
    help: 'Your times are then taken away. Notices of events reach you as before.',
    button: 'End the situation reports',
    ended: 'You get no situation report any more',
    endedHelp: 'To have them again, set their times on the page Notifications of your account.',
  },
  de: {
    title: 'Keinen Lagebericht mehr?',
    help: 'Ihre Zeiten werden dann gelöscht. Benachrichtigungen über Ereignisse erreichen Sie wie bisher.',
    button: 'Lageberichte beenden',
    ended: 'Sie bekommen keinen Lagebericht mehr',
    endedHelp: 'Um wieder welche zu bekommen, setzen Sie ihre Zeiten auf der Seite Benachrichtigungen Ihres Kontos.',
  },
} as const
