import { defineWords } from '../../ui/text/language.ts'

/** The words of the page of the catalogue. */
export const catalogueWords = defineWords('tle.catalogue', {
  en: {
    failed: 'The catalogue could not be read',
    guide: 'What this means for a screening',
    simulated:
      'SIMULATED: none of these objects exists. Connect an account of Space-Track, or set an address, for a real catalogue.',

    none: 'No catalogue is stored.',
    noneMeans: 'A screening against it compares with nothing.',
    holds_one: '{{objects}} objects from one source,',
    holds_other: '{{objects}} objects from {{count}} sources,',
    holdsSimulated: '{{objects}} SIMULATED objects,',
    age: 'newest element set {{age}} old.',
    notKnownLacking: 'No kind of object is lacking.',
    lacking: 'What it lacks, no screening finds.',
    readingFails: 'It is not being read as it should be.',

    failing_one: '{{names}} could not be read the last time: what it brought before is still used.',
    failing_other: '{{names}} could not be read the last time: what they brought before is still used.',
    late_one: '{{names}} is overdue: its connection is paused or stopped, or the program that reads it stands still.',
    late_other:
      '{{names}} are overdue: their connection is paused or stopped, or the program that reads them stands still.',
    olderObjects_one:
      'One object has no element set of the last week. A screening takes it where that old set says, which may be far from where it is.',
    olderObjects_other:
      '{{objects}} objects have no element set of the last week. A screening takes them where those old sets say, which may be far from where they are.',
    withoutSetObjects_one: 'One object in orbit has no element set ({{kinds}}): no screening finds it.',
    withoutSetObjects_other: '{{objects}} objects in orbit have no element set ({{kinds}}): no screening finds them.',
    orbitUnknown:
      'Which objects in orbit have no element set is not known: no source of this catalogue says what is in orbit.',
    orbitUnknownYet:
      'Which objects in orbit have no element set is not known yet: the list of all that is in orbit comes after 17:00 UTC.',
    leftObjects_one:
      'One object left the catalogue in the last seven days though nobody said that it came down: it is no longer screened.',
    leftObjects_other:
      '{{objects}} objects left the catalogue in the last seven days though nobody said that they came down: they are no longer screened.',
    noSixDigits:
      'No object has a number of six digits: what was launched or found since July 2026, when five digits ran out, is not in it.',
    sixDigitObjects_one: 'One object has a number of six digits, from 100000 on.',
    sixDigitObjects_other: '{{objects}} objects have a number of six digits, from 100000 on.',

    content: 'What is in it',
    changed: 'changed {{age}} ago',
    payloads: 'Payloads',
    rocketBodies: 'Rocket bodies',
    debris: 'Debris',
    unknown: 'Unknown',
    objects: 'Objects',
    below1d: 'Set below 1 d old',
    below3d: '1 to 3 d',
    below7d: '3 to 7 d',
    from7d: '7 d or more',
    all: 'All',
    noSource: 'no source brings any',
    credit: 'Orbits from {{names}}.',

    sources: 'Sources',
    state: 'State',
    newest: 'Newest set',
    lastRead: 'Last read',
    result: 'Result',
    next: 'Next turn',
    good: 'Read',
    waiting: 'Not read yet',
    inPart: 'In part',
    failingState: 'Fails',
    lateState: 'Overdue',
    SIMULATED: 'the product’s own, simulated',
    CONNECTION: 'an account, of a connection',
    ADDRESS: 'an open address of the settings',
    SUPPLEMENTAL: 'fitted to the ephemerides of operators',
    staging: 'STAGING: a service on this machine, for tests',
    movedTo: 'answers from {{host}}',
    noSources: 'No source yet',
    noSourcesHelp:
      'Connect an account of Space-Track for the whole catalogue, or set the addresses of open groups (APSIS_GP_URL).',
    toConnections: 'To the connections',
    ago: '{{age}} ago',
    failedAgo: 'failed {{age}} ago',
    since: 'nothing new since {{time}}',

    withoutSet: 'In orbit, without a set',
    withoutSetNote_one: 'one object',
    withoutSetNote_other: '{{objects}} objects',
    everySet: 'Every object that is known to be in orbit has a set.',
    notKnown: 'Not known',
    notKnownHelp:
      'An account of Space-Track brings a list of all objects in orbit, once a day after 17:00 UTC. The sources of this catalogue bring none.',
    notKnownYetHelp: 'The account of Space-Track brings a list of all objects in orbit once a day, after 17:00 UTC.',
    notKnownSimulated: 'The simulated catalogue has a set of each of its objects.',
    launched: 'Launched',
    more: 'Show {{count}} more',
    fewer: 'Show fewer',
    onlyFirst: 'The {{count}} with the highest numbers are listed.',
    onlyLast: 'The last {{count}} are listed.',

    left: 'Left the catalogue',
    leftNote: 'in 7 days',
    noneLeft: 'Nothing left it in seven days.',
    when: 'When',
    why: 'Why',
    cameDown: 'Came down',
    notListed: 'No source lists it any more',

    reentries: 'Expected to come down',
    noReentries: 'Nothing is announced to come down.',
    noReentriesHelp: 'Announcements come with an account of Space-Track.',
    expected: 'Expected',
    window: '± {{window}}',
    says: 'Who says so',
    TIP: 'message of its last days (TIP)',
    SIXTY_DAYS: 'forecast for sixty days',
    statedAgo: 'said {{age}} ago',
  },
  de: {
    failed: 'Der Katalog konnte nicht gelesen werden',
    guide: 'Was das für ein Screening heißt',
    simulated:
      'SIMULIERT: Keines dieser Objekte gibt es. Für einen echten Katalog verbinden Sie ein Konto bei Space-Track oder setzen eine Adresse.',

    none: 'Es ist kein Katalog gespeichert.',
    noneMeans: 'Ein Screening gegen ihn vergleicht mit nichts.',
    holds_one: '{{objects}} Objekte aus einer Quelle,',
    holds_other: '{{objects}} Objekte aus {{count}} Quellen,',
    holdsSimulated: '{{objects}} SIMULIERTE Objekte,',
    age: 'neueste Bahnelemente {{age}} alt.',
    notKnownLacking: 'Keine Art von Objekten fehlt.',
    lacking: 'Was ihm fehlt, findet kein Screening.',
    readingFails: 'Er wird nicht so gelesen, wie er sollte.',

    failing_one: '{{names}} war zuletzt nicht zu lesen: Was die Quelle vorher brachte, gilt weiter.',
    failing_other: '{{names}} waren zuletzt nicht zu lesen: Was sie vorher brachten, gilt weiter.',
    late_one:
      '{{names}} ist überfällig: Die Verbindung ist angehalten oder gesperrt, oder das Programm steht still, das die Quelle liest.',
    late_other:
      '{{names}} sind überfällig: Die Verbindung ist angehalten oder gesperrt, oder das Programm steht still, das sie liest.',
    olderObjects_one:
      'Ein Objekt hat keine Bahnelemente der letzten Woche. Ein Screening nimmt es dort an, wo die alten es sagen; das kann weit von seinem Ort sein.',
    olderObjects_other:
      '{{objects}} Objekte haben keine Bahnelemente der letzten Woche. Ein Screening nimmt sie dort an, wo die alten es sagen; das kann weit von ihrem Ort sein.',
    withoutSetObjects_one: 'Ein Objekt in der Umlaufbahn hat keine Bahnelemente ({{kinds}}): Kein Screening findet es.',
    withoutSetObjects_other:
      '{{objects}} Objekte in der Umlaufbahn haben keine Bahnelemente ({{kinds}}): Kein Screening findet sie.',
    orbitUnknown:
      'Welche Objekte in der Umlaufbahn keine Bahnelemente haben, ist nicht bekannt: Keine Quelle dieses Katalogs sagt, was in der Umlaufbahn ist.',
    orbitUnknownYet:
      'Welche Objekte in der Umlaufbahn keine Bahnelemente haben, ist noch nicht bekannt: Die Liste aller kommt nach 17:00 UTC.',
    leftObjects_one:
      'Ein Objekt ist in den letzten sieben Tagen aus dem Katalog gefallen, obwohl niemand sagt, dass es wieder eingetreten ist: Es wird nicht mehr verglichen.',
    leftObjects_other:
      '{{objects}} Objekte sind in den letzten sieben Tagen aus dem Katalog gefallen, obwohl niemand sagt, dass sie wieder eingetreten sind: Sie werden nicht mehr verglichen.',
    noSixDigits:
      'Kein Objekt hat eine sechsstellige Nummer: Was seit Juli 2026 gestartet oder gefunden wurde, als fünf Stellen nicht mehr reichten, steht nicht darin.',
    sixDigitObjects_one: 'Ein Objekt hat eine sechsstellige Nummer, von 100000 an.',
    sixDigitObjects_other: '{{objects}} Objekte haben eine sechsstellige Nummer, von 100000 an.',

    content: 'Was darin steht',
    changed: 'vor {{age}} geändert',
    payloads: 'Nutzlasten',
    rocketBodies: 'Raketenstufen',
    debris: 'Trümmer',
    unknown: 'Unbekannt',
    objects: 'Objekte',
    below1d: 'Bahnelemente unter 1 d alt',
    below3d: '1 bis 3 d',
    below7d: '3 bis 7 d',
    from7d: '7 d oder mehr',
    all: 'Alle',
    noSource: 'keine Quelle bringt welche',
    credit: 'Bahnen aus {{names}}.',

    sources: 'Quellen',
    state: 'Zustand',
    newest: 'Neueste Bahnelemente',
    lastRead: 'Zuletzt gelesen',
    result: 'Ergebnis',
    next: 'Nächstes Mal',
    good: 'Gelesen',
    waiting: 'Noch nicht gelesen',
    inPart: 'Zum Teil',
    failingState: 'Gestört',
    lateState: 'Überfällig',
    SIMULATED: 'das eigene des Produkts, simuliert',
    CONNECTION: 'ein Konto, von einer Verbindung',
    ADDRESS: 'eine offene Adresse der Einstellungen',
    SUPPLEMENTAL: 'an die Ephemeriden der Betreiber angepasst',
    staging: 'STAGING: ein Dienst auf diesem Rechner, für Versuche',
    movedTo: 'antwortet von {{host}}',
    noSources: 'Noch keine Quelle',
    noSourcesHelp:
      'Verbinden Sie ein Konto bei Space-Track für den ganzen Katalog, oder setzen Sie die Adressen offener Gruppen (APSIS_GP_URL).',
    toConnections: 'Zu den Verbindungen',
    ago: 'vor {{age}}',
    failedAgo: 'vor {{age}} fehlgeschlagen',
    since: 'seit {{time}} nichts Neues',

    withoutSet: 'In der Umlaufbahn, ohne Bahnelemente',
    withoutSetNote_one: 'ein Objekt',
    withoutSetNote_other: '{{objects}} Objekte',
    everySet: 'Jedes Objekt, das in der Umlaufbahn bekannt ist, hat Bahnelemente.',
    notKnown: 'Nicht bekannt',
    notKnownHelp:
      'Ein Konto bei Space-Track bringt eine Liste aller Objekte in der Umlaufbahn, einmal am Tag nach 17:00 UTC. Die Quellen dieses Katalogs bringen keine.',
    notKnownYetHelp:
      'Das Konto bei Space-Track bringt einmal am Tag eine Liste aller Objekte in der Umlaufbahn, nach 17:00 UTC.',
    notKnownSimulated: 'Der simulierte Katalog hat Bahnelemente zu jedem seiner Objekte.',
    launched: 'Gestartet',
    more: '{{count}} weitere zeigen',
    fewer: 'Weniger zeigen',
    onlyFirst: 'Aufgeführt sind die {{count}} mit den höchsten Nummern.',
    onlyLast: 'Aufgeführt sind die letzten {{count}}.',

    left: 'Aus dem Katalog gefallen',
    leftNote: 'in 7 Tagen',
    noneLeft: 'In sieben Tagen ist nichts herausgefallen.',
    when: 'Wann',
    why: 'Warum',
    cameDown: 'Wieder eingetreten',
    notListed: 'Keine Quelle führt es mehr',

    reentries: 'Erwartete Wiedereintritte',
    noReentries: 'Kein Wiedereintritt ist angekündigt.',
    noReentriesHelp: 'Ankündigungen kommen mit einem Konto bei Space-Track.',
    expected: 'Erwartet',
    window: '± {{window}}',
    says: 'Wer es sagt',
    TIP: 'Nachricht der letzten Tage (TIP)',
    SIXTY_DAYS: 'Vorhersage für sechzig Tage',
    statedAgo: 'vor {{age}} gesagt',
  },
})
