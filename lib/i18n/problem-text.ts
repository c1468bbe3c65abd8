/**
 * A problem in words: a title, what it means to whoever sees it, and what a client's developer does
 * about it.
 */
export interface ProblemText {
  title: string
  text: string
  remedy: string
}
