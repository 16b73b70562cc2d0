import { defineWords } from '../../../../ui/text/language.ts'

/** The words for saved views. */
export const viewsWords = defineWords('ca.conjunctions.views', {
  en: {
    saveViewTitle: 'Save view',
    viewKeeps: 'Filters, order, groups, columns and plot, as they are now; there wherever you sign in.',
    viewName: 'Name',
    viewNameMissing: 'A view needs a name.',
    viewReplaced: 'There is one of this name; it is replaced.',
    viewTaken: 'There is another of this name.',
    tooManyViews: 'There are {{count}} views, and there can be no more: delete one first.',
    viewsNotRead: 'Saved views could not be read',
    viewsNotSaved: 'The saved views could not be changed',
    manageTitle: 'Saved views',
    viewDeleted: '{{name}} was deleted.',
    undo: 'Undo',
    delete: 'Delete',
    deleteView: 'Delete {{name}}',
  },
  de: {
    saveViewTitle: 'Ansicht speichern',
    viewKeeps:
      'Filter, Sortierung, Gruppen, Spalten und Diagramm, wie sie jetzt sind; überall da, wo Sie sich anmelden.',
    viewName: 'Name',
    viewNameMissing: 'Eine Ansicht braucht einen Namen.',
    viewReplaced: 'Eine dieses Namens gibt es; sie wird ersetzt.',
    viewTaken: 'Eine andere heißt schon so.',
    tooManyViews: 'Es gibt {{count}} Ansichten, und mehr sind nicht möglich: Löschen Sie zuerst eine.',
    viewsNotRead: 'Gespeicherte Ansichten konnten nicht gelesen werden',
    viewsNotSaved: 'Die gespeicherten Ansichten konnten nicht geändert werden',
    manageTitle: 'Gespeicherte Ansichten',
    viewDeleted: '{{name}} wurde gelöscht.',
    undo: 'Rückgängig',
    delete: 'Löschen',
    deleteView: '{{name}} löschen',
  },
})
