import { ERRORS, type ErrorCode } from '@apsis/contract/errors.ts'
import { defineWords } from '../ui/text/language.ts'

const TITLES = Object.fromEntries(Object.entries(ERRORS).map(([code, { title }]) => [code, title])) as {
  readonly [K in ErrorCode]: string
}

/** The words of failed calls: the titles of the contract by their code, and the page's own problems (spec §8). */
export const apiWords = defineWords('api', {
  en: {
    ...TITLES,
    cancelled: 'Cancelled',
    cancelledMessage: 'Server request was cancelled.',
    unauthenticated: 'Unauthenticated',
    unauthenticatedMessage: 'Authentication ran out, logging you out.',
    'no-answer': 'No answer',
    'no-answerMessage': 'The server did not answer in time.',
    'no-connection': 'No connection',
    'no-connectionMessage': 'The server could not be reached.',
    'unexpected-answer': 'Unexpected answer',
    'unexpected-answerMessage': 'The server’s answer does not fit this version of the page: reload it.',
    noReason: 'The server gave no reason.',
    restHolds: 'The rest of the page still holds.',
  },
  de: {
    'request-invalid': 'Ungültige Anfrage',
    'token-missing': 'Nicht angemeldet',
    'token-invalid': 'Nicht angemeldet',
    'client-invalid': 'Zugangsdaten nicht angenommen',
    'grant-unsupported': 'Anmeldeweg nicht unterstützt',
    'insufficient-balance': 'Guthaben reicht nicht',
    forbidden: 'Keine Berechtigung',
    'not-found': 'Nicht gefunden',
    'method-not-allowed': 'Methode nicht erlaubt',
    'not-acceptable': 'Format nicht verfügbar',
    'request-timeout': 'Anfrage dauerte zu lange',
    conflict: 'Konflikt',
    'version-stale': 'Inzwischen geändert',
    'body-too-large': 'Inhalt zu groß',
    'uri-too-long': 'Adresse zu lang',
    'media-type': 'Format nicht unterstützt',
    unprocessable: 'Inhalt nicht verwendbar',
    'version-missing': 'Version fehlt',
    'too-many-requests': 'Zu viele Anfragen',
    'headers-too-large': 'Kopfzeilen zu groß',
    internal: 'Interner Fehler',
    unavailable: 'Dienst nicht verfügbar',
    timeout: 'Zeitüberschreitung',
    cancelled: 'Abgebrochen',
    cancelledMessage: 'Die Anfrage an den Server wurde abgebrochen.',
    unauthenticated: 'Nicht angemeldet',
    unauthenticatedMessage: 'Ihre Anmeldung ist abgelaufen, Sie werden abgemeldet.',
    'no-answer': 'Keine Antwort',
    'no-answerMessage': 'Der Server hat nicht rechtzeitig geantwortet.',
    'no-connection': 'Keine Verbindung',
    'no-connectionMessage': 'Der Server ist nicht erreichbar.',
    'unexpected-answer': 'Unerwartete Antwort',
    'unexpected-answerMessage': 'Die Antwort des Servers passt nicht zu dieser Version der Seite: Laden Sie sie neu.',
    noReason: 'Der Server nannte keinen Grund.',
    restHolds: 'Der Rest der Seite gilt weiterhin.',
  },
})
