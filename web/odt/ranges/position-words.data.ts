import { defineWords } from '../../ui/text/language.ts'

/** What the page of own positions says. */
export const positionWords = defineWords('odt-positions', {
  en: {
    of_one:
      'One position fits {{name}} {{id}}: it passes {{seconds}} s {{when}} than predicted, and {{across}} km beside its track.',
    of_other:
      '{{count}} positions fit {{name}} {{id}}: it passes {{seconds}} s {{when}} than predicted, and {{across}} km beside its track.',
    tooFar:
      'Uncorrelated: by these positions {{name}} {{id}} would pass {{seconds}} s {{when}} than predicted and {{across}} km beside its track; up to {{most}} s and {{side}} km, with most of them fitting, they would be of it.',
    noOrbit: 'Uncorrelated: no orbit near the known one of {{name}} {{id}} fits these positions.',
    nearer:
      'Ambiguous: {{name}} {{id}} is nearer, {{distance}} km in the middle, than the satellite that the message names. No orbit was made of them.',
    late: 'later',
    early: 'earlier',
    what: 'Positions of the satellite’s own receiver or precise orbit, {{used}} of {{all}} of the message.',
    some: 'Of a long series the last three hours count, of a dense one a position every 15 s.',
    sigmaStated: 'How well they are known was stated by who added them: {{sigma}} m (1σ) along each axis.',
    sigmaOfMessage: 'How well they are known is the covariance of the message.',
    afterBurn:
      'After the burn of {{at}} ({{size}}): the orbit is by these positions alone, as the known one is of before it.',
    ofSize: '{{size}} m/s as told',
    ofNoSize: 'Δv not told',
    simulated: 'SIMULATED: nothing here is real.',

    title: 'Positions',
    note: 'Measured minus computed, along radial, in-track and cross-track of the orbit.',
    residuals: 'Residuals of the positions',
    orbit: 'Orbit',
    before: 'Known before',
    after: 'Corrected',
    radial: 'Radial',
    inTrack: 'In-track',
    crossTrack: 'Cross-track',
    point: '{{time}}: radial {{r}}, in-track {{i}}, cross-track {{c}}',
    caption_one: 'One position.',
    caption_other: '{{count}} positions.',
    captionOut_one: 'One was left out of the fit and is marked.',
    captionOut_other: '{{count}} were left out of the fit and are marked.',
    epoch: 'Epoch, UTC',
    sigma: 'σ radial / in-track / cross-track',
    edited: 'Left out',
    out: 'left out',
    used: 'used',
    noAfter: 'no orbit came of the track',
    provenance: 'Version {{version}}, file {{id}}, orbit {{orbit}}',
  },
  de: {
    of_one:
      'Eine Position passt zu {{name}} {{id}}: Der Satellit kommt {{seconds}} s {{when}} als vorhergesagt und {{across}} km neben seiner Spur.',
    of_other:
      '{{count}} Positionen passen zu {{name}} {{id}}: Der Satellit kommt {{seconds}} s {{when}} als vorhergesagt und {{across}} km neben seiner Spur.',
    tooFar:
      'Nicht zugeordnet: Nach diesen Positionen käme {{name}} {{id}} {{seconds}} s {{when}} als vorhergesagt und {{across}} km neben seiner Spur; bis {{most}} s und {{side}} km, wenn die meisten passen, wären sie von ihm.',
    noOrbit: 'Nicht zugeordnet: Keine Bahn nahe der bekannten von {{name}} {{id}} passt zu diesen Positionen.',
    nearer:
      'Mehrdeutig: {{name}} {{id}} ist näher, in der Mitte {{distance}} km, als der Satellit, den die Nachricht nennt. Es wurde keine Bahn daraus bestimmt.',
    late: 'später',
    early: 'früher',
    what: 'Positionen des eigenen Empfängers oder der Präzisionsbahn des Satelliten, {{used}} von {{all}} der Nachricht.',
    some: 'Von einer langen Reihe zählen die letzten drei Stunden, von einer dichten eine Position alle 15 s.',
    sigmaStated: 'Wie genau sie sind, hat angegeben, wer sie hinzugefügt hat: {{sigma}} m (1σ) je Achse.',
    sigmaOfMessage: 'Wie genau sie sind, sagt die Kovarianz der Nachricht.',
    afterBurn:
      'Nach dem Manöver vom {{at}} ({{size}}): Die Bahn ist aus diesen Positionen allein, denn die bekannte ist von vorher.',
    ofSize: '{{size}} m/s angegeben',
    ofNoSize: 'Δv nicht angegeben',
    simulated: 'SIMULIERT: Nichts hier ist echt.',

    title: 'Positionen',
    note: 'Gemessen minus berechnet, radial, längs der Bahn und quer zu ihr.',
    residuals: 'Residuen der Positionen',
    orbit: 'Bahn',
    before: 'Vorher bekannt',
    after: 'Korrigiert',
    radial: 'Radial',
    inTrack: 'Längs der Bahn',
    crossTrack: 'Quer zur Bahn',
    point: '{{time}}: radial {{r}}, längs der Bahn {{i}}, quer zur Bahn {{c}}',
    caption_one: 'Eine Position.',
    caption_other: '{{count}} Positionen.',
    captionOut_one: 'Eine wurde bei der Anpassung ausgelassen und ist markiert.',
    captionOut_other: '{{count}} wurden bei der Anpassung ausgelassen und sind markiert.',
    epoch: 'Zeit, UTC',
    sigma: 'σ radial / längs der Bahn / quer zur Bahn',
    edited: 'Ausgelassen',
    out: 'ausgelassen',
    used: 'benutzt',
    noAfter: 'aus der Messreihe folgte keine Bahn',
    provenance: 'Version {{version}}, Datei {{id}}, Bahn {{orbit}}',
  },
})
