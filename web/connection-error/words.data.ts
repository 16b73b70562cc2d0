import { defineWords } from '../ui/text/language.ts'

/** The words while nobody can sign in; the English message is the spec's (spec §2). */
export const connectionErrorWords = defineWords('connection-error', {
  en: {
    title: 'No connection',
    text: 'Failed to connect to the authentication provider, please try again later. If the issue persists, please contact support.',
    answers: 'The identity provider answers',
    notSignedIn: 'You are not signed in.',
    login: 'Login',
    checksAt: 'Checks at {{time}} Z',
    site: 'This site',
    provider: 'Identity provider',
    api: 'API',
    notChecked: 'Not checked',
    doesAnswer: 'Answers',
    doesNotAnswer: 'Does not answer',
    tryNow: 'Try now',
    trying: 'Trying…',
    nextTry: 'Next try in',
  },
  de: {
    title: 'Keine Verbindung',
    text: 'Der Identitätsanbieter ist nicht erreichbar. Bitte versuchen Sie es später erneut. Besteht das Problem fort, wenden Sie sich an den Support.',
    answers: 'Der Identitätsanbieter antwortet',
    notSignedIn: 'Sie sind nicht angemeldet.',
    login: 'Anmelden',
    checksAt: 'Prüfungen um {{time}} Z',
    site: 'Diese Website',
    provider: 'Identitätsanbieter',
    api: 'API',
    notChecked: 'Nicht geprüft',
    doesAnswer: 'Antwortet',
    doesNotAnswer: 'Antwortet nicht',
    tryNow: 'Jetzt versuchen',
    trying: 'Wird versucht…',
    nextTry: 'Nächster Versuch in',
  },
})
