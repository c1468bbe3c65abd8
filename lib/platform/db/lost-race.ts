/** Thrown when what was read is no longer so: the transaction has to be done over, and will find what the other one made. */
export class LostRace extends Error {
  override readonly name = 'LostRace'
}
