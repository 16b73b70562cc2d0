import { defineWords } from '../../../ui/text/language.ts'

/** The words of the page of own positions. */
export const positionWords = defineWords('odt-positions', {
  en: {
    of_one: 'One position fits {{name}} {{id}}: {{seconds}} s {{when}} than predicted, {{across}} km beside its track.',
    of_other:
      '{{count}} positions fit {{name}} {{id}}: {{seconds}} s {{when}} than predicted, {{across}} km beside its track.',
    tooFar:
      'Uncorrelated: {{name}} {{id}} would pass {{seconds}} s {{when}} than predicted and {{across}} km beside its track. Limits: {{most}} s and {{side}} km, most positions fitting.',
    noOrbit: 'Uncorrelated: no orbit near that of {{name}} {{id}} fits.',
    nearer:
      'Ambiguous: {{name}} {{id}} is nearer, {{distance}} km in the middle, than the message’s satellite. No orbit was made.',
    late: 'later',
    early: 'earlier',
    what: 'Receiver positions or precise orbit, {{used}} of {{all}} of the message.',
    some: 'At most the last three hours count, one every 15 s.',
    sigmaStated: 'Accuracy as stated: {{sigma}} m (1σ) along each axis.',
    sigmaOfMessage: 'Accuracy by the message’s covariance.',
    afterBurn:
      'After the burn of {{at}} ({{size}}): the orbit is of these positions alone; the known one is from before it.',
    ofSize: '{{size}} m/s as told',
    ofNoSize: 'Δv not told',
    simulated: 'SIMULATED: nothing here is real.',

    title: 'Positions',
    note: 'Measured minus computed, along R, I, C of the orbit.',
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
    captionOut_one: 'One, marked, is left out of the fit.',
    captionOut_other: '{{count}}, marked, are left out of the fit.',
    epoch: 'Epoch, UTC',
    sigma: 'σ radial / in-track / cross-track',
    edited: 'Left out',
    out: 'left out',
    used: 'used',
    noAfter: 'no orbit from the track',
    provenance: 'Version {{version}}, file {{id}}, orbit {{orbit}}',
  },
  de: {
    of_one:
      'Eine Position passt zu {{name}} {{id}}: {{seconds}} s {{when}} als vorhergesagt, {{across}} km neben seiner Spur.',
    of_other:
      '{{count}} Positionen passen zu {{name}} {{id}}: {{seconds}} s {{when}} als vorhergesagt, {{across}} km neben seiner Spur.',
    tooFar:
      'Nicht zugeordnet: {{name}} {{id}} käme {{seconds}} s {{when}} als vorhergesagt und {{across}} km neben seiner Spur. Grenzen: {{most}} s und {{side}} km, die meisten Positionen passend.',
    noOrbit: 'Nicht zugeordnet: Keine Bahn nahe der von {{name}} {{id}} passt.',
    nearer:
      'Mehrdeutig: {{name}} {{id}} ist näher, in der Mitte {{distance}} km, als der Satellit der Nachricht. Es wurde keine Bahn bestimmt.',
    late: 'später',
    early: 'früher',
    what: 'Positionen des Empfängers oder Präzisionsbahn, {{used}} von {{all}} der Nachricht.',
    some: 'Es zählen höchstens die letzten drei Stunden, eine alle 15 s.',
    sigmaStated: 'Genauigkeit wie angegeben: {{sigma}} m (1σ) je Achse.',
    sigmaOfMessage: 'Genauigkeit nach der Kovarianz der Nachricht.',
    afterBurn:
      'Nach dem Manöver vom {{at}} ({{size}}): Die Bahn ist aus diesen Positionen allein; die bekannte ist von vorher.',
    ofSize: '{{size}} m/s angegeben',
    ofNoSize: 'Δv nicht angegeben',
    simulated: 'SIMULIERT: Nichts hier ist echt.',

    title: 'Positionen',
    note: 'Gemessen minus berechnet, entlang R, I, C der Bahn.',
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
    captionOut_one: 'Eine, markiert, ist aus der Anpassung ausgelassen.',
    captionOut_other: '{{count}}, markiert, sind aus der Anpassung ausgelassen.',
    epoch: 'Zeit, UTC',
    sigma: 'σ radial / längs der Bahn / quer zur Bahn',
    edited: 'Ausgelassen',
    out: 'ausgelassen',
    used: 'benutzt',
    noAfter: 'keine Bahn aus der Messreihe',
    provenance: 'Version {{version}}, Datei {{id}}, Bahn {{orbit}}',
  },
})
