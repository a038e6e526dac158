/** Where the card faces are, with a star for deck and card: the build knows. */
declare const CARDS: string;

/** What lies on the felt of each game: the build reads it from the games' own files. */
declare module "houseway:layouts" {
  const layouts: Record<string, import("./core/games.js").Layout>;
  export default layouts;
}
