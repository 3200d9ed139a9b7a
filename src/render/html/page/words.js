// Everything that the page itself says. What is said of a puzzle comes with its data.

const plural = (number, noun) => number + " " + noun + (number === 1 ? "" : "s");
const are = (number) => (number === 1 ? " is " : " are ");

const WORDS = {
  undo: "Undo", redo: "Redo", check: "Check", reveal: "Reveal", clear: "Clear", next: "Next level",
  game: "Game", time: "Time", level: "Level", levels: "Levels", before: "Previous level",
  after: "Following level", side: "Clues and help", also: "Also", help: "How to play",
  revealTitle: "Reveal the answer?", thisLetter: "This letter", thisCell: "This cell",
  everything: "Everything", cancel: "Cancel",
  noStorage: "This browser does not keep your progress.",
  nothingToUndo: "Nothing to undo", undone: "Undone", nothingToRedo: "Nothing to redo",
  redone: "Redone", cleared: "Cleared; undo brings it back",
  solvedIn: "Solved in ", helpedIn: "Completed with help in ", of: " of ",
  nothingToCheck: "Nothing to check yet", rightSoFar: "All right so far",
  rightByRules: "All right so far, as far as the rules tell",
  wrongSlots: (number, lettered) => plural(number, lettered ? "letter" : "cell") + are(number) + "wrong",
  wrongLines: (number) => plural(number, "line") + are(number) + "wrong",
  wrongWords: (number) => plural(number, "word") + " not in the list",
  notAllowed: (number) => plural(number, "number") + are(number) + "not allowed",

  tiles: "Tiles", numbers: "Numbers", digits: "Digits", clearCell: "Clear cell",
  clearLetter: "Clear letter", minus: "Minus",
  tile: (text) => "Tile " + text, placed: ", placed", left: (number) => number + " left",
  allPlaced: "all placed", blackSquare: "Black square",
  everyTilePlaced: (text) => "Every tile " + text + " is placed",
  noTile: (text) => "There is no tile " + text, everyBlackPlaced: "All black squares are placed",
  used: (text) => text + " is used already",
  range: (min, max) => "Numbers go from " + min + " to " + max,
  atLeast: (min) => "Numbers are at least " + min,
  digitNotUsed: (digit) => "The digit " + digit + " is not used here",
  letter: (letter) => "Letter " + letter, noted: ", noted ", isNotAllowed: ", not allowed",
  isLetter: (letter) => ", is " + letter, taken: (digit, letter) => digit + " is " + letter + " already",
  notes: "Notes", notesOn: "Notes on", notesOff: "Notes off",
  mayBe: (letter, digits) => letter + " may be " + (digits || "anything"),

  grid: (title) => title + " grid", place: (row, column) => "Row " + row + ", column " + column,
  row: (row) => "row " + row, column: (column) => "column " + column, diagonal: "diagonal",
  blank: "blank", black: "black", checkedWrong: "checked: wrong", revealed: "revealed",
  notAllowedHere: ", not allowed here", againstRules: "against the rules",
  zero: " comes to zero", unequal: "does not equal",
  states: { right: "right", wrong: "wrong" },
  signs: { "+": "plus", "-": "minus", "×": "times", "÷": "divided by", "=": "equals" },
  down: "Down", across: "Across", downArrow: "Down ↓", acrossArrow: "Across →",
  direction: "typing direction", noClue: "no clue",
  entry: (label, down) => label + (down ? " down" : " across"),
  digitOf: (name, i, length, clue) => name + ", digit " + i + " of " + length + ": " + clue,
  run: ({ down, word, right }) => (down ? "down " : "across ") + word +
    (right ? ", one of the words" : ", not one of the words"),

  helpTiles: [
    "Equations cross on numbers, so a number belongs to both. Tap a cell, then a tile; a placed tile is grey until you clear its cell.",
    "Keyboard: arrows move, digits type a number, Enter goes to the next blank, Backspace clears.",
  ],
  helpNumbers: [
    "Tap a cell, then a number. If each may be used only once, a placed one is grey until you clear its cell.",
    "Keyboard: arrows move, digits type a number, Enter goes to the next blank, Backspace clears.",
  ],
  helpLetterDigits: [
    "Choose a letter in the grid or below it, then a digit. With Notes on, digits are noted as possible for the letter.",
    "Keyboard: letters choose a letter, digits fill it in, N switches notes, arrows move, Backspace clears.",
  ],
  helpLetterNumbers: [
    "Choose a letter, then type its number with the keys.",
    "Keyboard: letters choose a letter, digits type its number, arrows move, Backspace clears.",
  ],
  helpEntries: [
    "1 across is A1. Letters stand for unknown numbers that need not be written down.",
    "Tap a cell and a digit. Tap the cell again, or the clue below the grid, to change between across and down.",
    "Keyboard: arrows move, digits fill in and go on, Space changes direction, Enter goes to the next entry, Backspace clears and goes back.",
  ],
  helpWords: [
    "A clue is ticked when its word stands in the grid between black squares or borders.",
    "Tap a cell, then a tile or ■; tap the cell again to type in the other direction. A tile that is used up is grey until you clear a cell.",
    "Keyboard: arrows move, letters fill in and go on, # or . is a black square, Space changes direction, Backspace clears and goes back.",
  ],
};

