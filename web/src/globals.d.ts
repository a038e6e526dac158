/** Where the card faces are, with a star for deck and card: the build knows. */
declare const CARDS: string;
