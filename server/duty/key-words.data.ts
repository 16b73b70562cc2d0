/** The words that a person hears after pressing a key, in both languages. */
export const KEY_WORDS = {
  en: {
    acknowledged: 'Acknowledged. Nobody else is called.',
    confirmed: 'This number is confirmed.',
    'wrong-key': 'That is not the key of this call.',
    ignored: 'There is nothing left to do.',
  },
  de: {
    acknowledged: 'Quittiert. Niemand sonst wird gerufen.',
    confirmed: 'Diese Nummer ist bestätigt.',
    'wrong-key': 'Das ist nicht die Ziffernfolge dieses Anrufs.',
    ignored: 'Es ist nichts mehr zu tun.',
  },
} as const
