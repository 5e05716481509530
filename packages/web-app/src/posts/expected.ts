/** Id of the post that is shown while the server takes it: nothing can be done with it yet. */
export const EXPECTED_POST = 'expected';
