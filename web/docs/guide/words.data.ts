import { defineWords } from '../../ui/text/language.ts'

/** The words of the documentation itself; the guides are in `docs/guide/`, the descriptions of the API in the contract. */
export const docsWords = defineWords('docs', {
  en: {
    documentation: 'Documentation',
    breadcrumbs: 'Breadcrumbs',
    platform: 'Platform',
    account: 'Account',
    tle: 'Element sets',
    reference: 'API reference',
    pageTitle: '{{title}} · Documentation · Apsis',
    onThisPage: 'On this page',
    previousAndNext: 'Previous and next',
    previous: 'Previous',
    next: 'Next',

    guideFailed: 'This guide could not be fetched',
    guidesFailed: 'The guides could not be fetched',
    guideNotKept: 'The server is away. What is missing comes when it answers.',
    guideRenewed: 'Perhaps there is a newer version: reload.',
    noSuchGuide: 'No such guide',
    noGuideHere: '{{page}} has no guide here.',
    chooseAnother: 'Perhaps renamed. Choose one from the contents.',
    beginWith: 'Begin with {{title}}',

    contentsAndSearch: 'Contents and search',
    searchGuides: 'Search the guides',
    nothingFor: 'Nothing in the guides for “{{asked}}”.',
    bestPlaces: 'The best {{count}} places',
    places_one: '{{count}} place',
    places_other: '{{count}} places',

    code: 'code',
  },
  de: {
    documentation: 'Dokumentation',
    breadcrumbs: 'Pfad',
    platform: 'Plattform',
    account: 'Konto',
    tle: 'Elementsätze',
    reference: 'API-Referenz',
    pageTitle: '{{title}} · Dokumentation · Apsis',
    onThisPage: 'Auf dieser Seite',
    previousAndNext: 'Zurück und weiter',
    previous: 'Zurück',
    next: 'Weiter',

    guideFailed: 'Diese Anleitung ließ sich nicht laden',
    guidesFailed: 'Die Anleitungen ließen sich nicht laden',
    guideNotKept: 'Der Server antwortet nicht. Was fehlt, erscheint, wenn er antwortet.',
    guideRenewed: 'Vielleicht gibt es eine neuere Version: neu laden.',
    noSuchGuide: 'Diese Anleitung gibt es nicht',
    noGuideHere: '„{{page}}“ hat hier keine Anleitung.',
    chooseAnother: 'Vielleicht umbenannt. Wählen Sie eine aus dem Inhalt.',
    beginWith: 'Beginnen Sie mit {{title}}',

    contentsAndSearch: 'Inhalt und Suche',
    searchGuides: 'Anleitungen durchsuchen',
    nothingFor: 'Nichts in den Anleitungen zu „{{asked}}“.',
    bestPlaces: 'Die besten {{count}} Stellen',
    places_one: '{{count}} Stelle',
    places_other: '{{count}} Stellen',

    code: 'Code',
  },
})
