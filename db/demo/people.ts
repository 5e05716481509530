export type Topic =
  'baking' | 'birds' | 'books' | 'climbing' | 'code' | 'cycling' | 'garden' | 'music' | 'pottery' | 'sea';

export type DemoPerson = {
  readonly username: string;
  readonly displayName: string;
  readonly bio: string;
  /** The topic of most of their posts. */
  readonly topic: Topic;
};

/** People who are there from the first moment; a newcomer to the product signs in as the first of them. */
export const RESIDENTS: readonly DemoPerson[] = [
  person(
    'nora',
    'Nora Lind',
    'books',
    'Bookseller by day, night reader by nature. Always three books behind.',
  ),
  person(
    'mateo.ruiz',
    'Mateo Ruiz',
    'music',
    'Double bass, dark coffee, late trains. Playing Thursdays at the Blue Door.',
  ),
  person(
    'aiko',
    'Aiko Tanabe',
    'pottery',
    'Clay, ash glaze and patience. Studio opens to visitors on Saturdays.',
  ),
  person(
    'samir_k',
    'Samir Khoury',
    'code',
    'I make slow databases less slow. Amateur of good error messages.',
  ),
  person('freya', 'Freya Dahl', 'sea', 'Lives on a small boat with a large kettle.'),
  person(
    'tomas.b',
    'Tomás Brandão',
    'cycling',
    'Twenty thousand kilometres and still no idea how to fix a derailleur.',
  ),
  person('ines', 'Inês Prado', 'birds', 'Counting swifts since 2009. Binoculars before breakfast.'),
  person(
    'bram',
    'Bram de Wit',
    'baking',
    'Sourdough, rye, and the occasional disaster. Starter is called Gerard.',
  ),
  person('zuri', 'Zuri Achieng', 'climbing', 'Limestone and long approaches. Physio on weekdays.'),
  person('elias.holm', 'Elias Holm', 'garden', 'Allotment 47. If it grows crooked, it is mine.'),
  person('priya', 'Priya Nair', 'code', 'Compilers, cryptic crosswords, cardamom.'),
  person('hana', 'Hana Novotná', 'books', 'Translator. I have opinions about semicolons.'),
  person(
    'carmen.v',
    'Carmen Vidal',
    'baking',
    'Third-generation baker, first generation to sleep past four.',
  ),
  person('edith', 'Edith Moreau', 'books', 'I run the small library on Rue des Tilleuls.'),
  person('maud', 'Maud Keane', 'books', 'Retired teacher, unretired reader.'),
  person('victor', 'Victor Salas', 'books', 'Short stories, shorter reviews.'),
];

/** People who arrive in the minute after. */
export const NEWCOMERS: readonly DemoPerson[] = [
  person('leo_m', 'Leo Martel', 'cycling', 'Bike courier turned map maker.'),
  person('oskar', 'Oskar Wehr', 'birds', 'Night shifts at the hospital, dawn at the reed beds.'),
  person('jonas', 'Jonas Eide', 'sea', 'Lighthouse volunteer. Weather is my small talk.'),
  person('amara', 'Amara Obi', 'music', 'Choir on Mondays, vinyl on Sundays. I arrange things for brass.'),
  person('wei', 'Wei Zhang', 'pottery', 'Learning to throw bowls that do not wobble.'),
  person('lucia', 'Lucia Ferri', 'garden', 'Tomatoes, mostly. Grandmother’s seeds, my mistakes.'),
  person('piotr', 'Piotr Zielinski', 'climbing', 'Setting routes at the hall, falling off everywhere else.'),
  person('ravi', 'Ravi Menon', 'code', 'On call this week. Please be kind to production.'),
  person('sofia.l', 'Sofia Lund', 'sea', 'Cold water swimmer. Yes, in January too.'),
  person('dario', 'Dario Conti', 'music', 'Piano tuner. I hear your fridge.'),
  person('yara', 'Yara Haddad', 'baking', 'Pastry school, second year. Lamination is a lifestyle.'),
  person('henrik', 'Henrik Aas', 'cycling', 'Long distance, short sentences.'),
  person('clara', 'Clara Weiss', 'birds', 'Sound recordist. My archive is 40 % wind.'),
  person('malik', 'Malik Dembélé', 'climbing', 'Boulders before breakfast, spreadsheets after.'),
  person('june', 'June Park', 'pottery', 'Mugs for people with big hands.'),
  person('arthur', 'Arthur Penn', 'garden', 'Compost enthusiast. It is more interesting than it sounds.'),
  person('lena', 'Lena Fischer', 'code', 'Accessibility engineer. Tab through your own site, please.'),
  person('tariq', 'Tariq Aziz', 'music', 'Oud player, sound engineer, father of two drummers.'),
  person('nils', 'Nils Backman', 'sea', 'Ferry mate. Ask me about fog.'),
  person('rosa', 'Rosa Quispe', 'garden', 'Potatoes in eleven colours.'),
  person('felix', 'Felix Arnaud', 'cycling', 'Commuter, tourer, breaker of spokes.'),
  person('mina', 'Mina Hosseini', 'pottery', 'Tiles, patterns and the geometry of both.'),
  person('gus', 'Gus Taylor', 'baking', 'Pies. Only pies.'),
  person('ola', 'Ola Nowak', 'climbing', 'Mountain rescue volunteer. Tell somebody where you are going.'),
  person('ivo', 'Ivo Petrov', 'birds', 'Photographs storks, drives slowly.'),
  person('selma', 'Selma Berg', 'music', 'Fiddle, folk, and a house full of instruments I cannot play.'),
  person('kofi', 'Kofi Mensah', 'code', 'Teaching myself type theory on the bus.'),
  person('anouk', 'Anouk Jansen', 'sea', 'Oyster beds and tide tables.'),
  person('beatriz', 'Beatriz Lemos', 'garden', 'Balcony gardener with a jungle licence.'),
  person('noah', 'Noah Adler', 'baking', 'Bagels, boiled properly.'),
  person('sunniva', 'Sunniva Moe', 'climbing', 'Ice in winter, cracks in summer, tea all year.'),
  person('omar', 'Omar Farouk', 'cycling', 'Night rides along the canal. Lights on, phone off.'),
  person('thea', 'Thea Novak', 'birds', 'Ringing station on the spit. The geese know me.'),
  person('kenji', 'Kenji Mori', 'pottery', 'Kiln builder. Smells of smoke.'),
];

export const PEOPLE: readonly DemoPerson[] = [...RESIDENTS, ...NEWCOMERS];

/** Features of their faces, besides those that are drawn at random. */
export const BEARDED: ReadonlySet<string> = new Set([
  'samir_k',
  'bram',
  'victor',
  'oskar',
  'tariq',
  'gus',
  'omar',
]);
export const ELDERLY: ReadonlySet<string> = new Set(['edith', 'maud', 'arthur', 'victor']);

/** The last of them joined so long ago, and each one before a week later than the next. */
export const JOINED_DAYS_AGO_MIN = 50;
export const JOINED_DAYS_AGO_STEP = 7;

function person(username: string, displayName: string, topic: Topic, bio: string): DemoPerson {
  return { username, displayName, topic, bio };
}

export type DemoAccount = { readonly username: string; readonly email: string; readonly password: string };

/** All accounts have the same password, so that a visitor can sign in as any of them. */
export function accountOf({ username }: DemoPerson): DemoAccount {
  return { username, email: `${username}@plaza.example`, password: 'plaza-demo' };
}
