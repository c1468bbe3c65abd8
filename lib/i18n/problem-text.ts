/**
 * The texts of a problem: a title, what it means for an end user, and what a client's developer
 * does about it. Names in the remedy, such as those of fields, are in backticks.
 */
export interface ProblemText {
  title: string
  text: string
  remedy: string
}
