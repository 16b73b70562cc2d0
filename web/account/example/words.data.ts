import { defineWords } from '../../ui/text/language.ts'

/** What stands around the example of a letter. */
export const exampleWords = defineWords('account.example', {
  en: {
    example: 'How letters look',
    mark: 'EXAMPLE: there is no such event',
    failed: 'The example could not be read',
    language: 'Language of the example',
    look: 'Client',
    english: 'English',
    german: 'Deutsch',
    light: 'Light client',
    dark: 'Dark client',
    mail: 'The mail, on a phone',
    mailHelp: 'Links do nothing here.',
    text: 'The same mail as plain text',
    teams: 'The card in Microsoft Teams',
    slack: 'The message in Slack',
    drawnHere: 'Drawn here from what is sent; Teams and Slack have looks of their own.',
  },
  de: {
    example: 'Wie Nachrichten aussehen',
    mark: 'BEISPIEL: Dieses Ereignis gibt es nicht',
    failed: 'Das Beispiel konnte nicht gelesen werden',
    language: 'Sprache des Beispiels',
    look: 'Programm',
    english: 'English',
    german: 'Deutsch',
    light: 'Helles Programm',
    dark: 'Dunkles Programm',
    mail: 'Die E-Mail, auf einem Telefon',
    mailHelp: 'Links tun hier nichts.',
    text: 'Dieselbe E-Mail als reiner Text',
    teams: 'Die Karte in Microsoft Teams',
    slack: 'Die Nachricht in Slack',
    drawnHere: 'Hier gezeichnet nach dem, was gesendet wird; Teams und Slack haben ihr eigenes Aussehen.',
  },
})
