import type { DemoCall } from './calls.ts';
import type { Picture, RECORDINGS } from './highlights.ts';

/** A conversation as it went, oldest message first. */
export type DemoConversation = {
  /** Usernames; who started it comes first. Two make a direct conversation, more make a group. */
  readonly people: readonly string[];
  readonly title: string | null;
  /** How long ago its last message was sent. */
  readonly endedHoursAgo: number;
  readonly lines: readonly Line[];
  /** Messages at its end that nobody but their senders has read. */
  readonly unread?: number;
  /** The other one has not accepted it. */
  readonly isRequest?: boolean;
  /** The place that the first person has given it in their inbox. */
  readonly kept?: 'PINNED' | 'ARCHIVED';
  /** Comes after the last line, as soon as its recording is playable; its sender by their index in `people`. */
  readonly voiceNote?: { readonly speaker: number; readonly file: keyof typeof RECORDINGS };
  /** A call in the middle of it, by the index of the line that comes next. */
  readonly call?: DemoCall & { readonly beforeLine: number };
  /** Pictures for coins, which come last; sold by a person by their index in `people`, to the others. */
  readonly paidPictures?: readonly (PaidPicture & { readonly seller: number })[];
};

/** A picture for coins. */
export type PaidPicture = {
  readonly picture: Picture;
  readonly teaser: string;
  readonly priceCoins: number;
  /** Whether the other one has bought it. */
  readonly isBought: boolean;
};

/** The sender, by their index in `people`, and the text. */
type Line = readonly [speaker: number, text: string, more?: MoreOfLine];
type MoreOfLine = {
  /** Index of the line that it replies to. */
  readonly replyTo?: number;
  readonly location?: { readonly latitude: number; readonly longitude: number; readonly name: string };
  readonly poll?: {
    readonly options: readonly string[];
    /** The index of the option that each of the people chose. */
    readonly choices: readonly number[];
  };
};

export const DEMO_CONVERSATIONS: readonly DemoConversation[] = [
  {
    people: ['mateo.ruiz', 'nora'],
    title: null,
    endedHoursAgo: 1,
    lines: [
      [0, 'Are you coming on Thursday? We are playing the new set.'],
      [1, 'I have the late shift, but I close at eight. When do you start?'],
      [0, 'Half past. If you run, you only miss the tuning.'],
      [1, 'I will run. Shall I bring Hana?'],
      [0, 'Please do. I’ll put both of you on the list.'],
      [1, 'Anything you want from the shop? There is a biography of Mingus in the window.'],
      [0, 'Hide it. I’ll pay in applause.'],
      [1, 'Hidden behind the cookbooks.'],
    ],
    voiceNote: { speaker: 0, file: 'bass.m4a' },
    call: { starter: 'mateo.ruiz', invitee: 'nora', kind: 'AUDIO', minutes: null, beforeLine: 4 },
    paidPictures: [
      {
        seller: 0,
        picture: { scene: 'night', motif: 1, shape: 'square', seed: 611 },
        teaser: 'The cover of the new record, before anybody else sees it.',
        priceCoins: 20,
        isBought: true,
      },
      {
        seller: 0,
        picture: { scene: 'sea', motif: 2, shape: 'square', seed: 612 },
        teaser: 'And the back of it, for the curious.',
        priceCoins: 30,
        isBought: false,
      },
    ],
  },
  {
    people: ['nora', 'hana'],
    title: null,
    endedHoursAgo: 3,
    lines: [
      [0, 'Did you finish chapter nine?'],
      [1, 'Finished and undone twice. The goose sentence is back.'],
      [0, 'Leave the goose. It is the best thing in the book.'],
      [1, 'In Czech it is a pun. In English it is a goose.'],
      [0, 'Then let it be a goose with good timing.'],
      [1, 'You should have been an editor.'],
      [0, 'I sell books, it’s the same thing with a till. Thursday at the Blue Door?'],
      [1, 'Yes! Tell Mateo to play the slow one.'],
    ],
    call: { starter: 'nora', invitee: 'hana', kind: 'VIDEO', minutes: 12, beforeLine: 4 },
    unread: 1,
  },
  {
    people: ['edith', 'nora', 'hana', 'maud', 'victor'],
    title: 'Page Forty Club',
    endedHoursAgo: 6,
    lines: [
      [0, 'Next meeting: Tuesday at seven, at the library. The cat will be present.'],
      [3, 'I vote that we stay on page 40.'],
      [4, 'Seconded. Briefly.'],
      [1, 'I have read on to 41. I am sorry, everybody.'],
      [3, 'Nora!'],
      [2, 'Is it good?'],
      [1, 'It is no page 40.'],
      [0, 'Then it is settled. I’ll bring the lemon cake, who brings the questions?'],
      [4, 'I have one: why does nobody in this book ever eat?', { replyTo: 7 }],
      [3, 'Because they are on page 40.'],
      [2, 'I’ll bring cheese, out of solidarity.'],
      [1, 'See you on Tuesday.'],
    ],
    kept: 'PINNED',
  },
  {
    people: ['samir_k', 'nora'],
    title: null,
    endedHoursAgo: 22,
    lines: [
      [0, 'Your shop’s order page told me that “something went wrong”. I took it personally.'],
      [1, 'Oh no. What did you try to order?'],
      [0, 'The big book about error messages.'],
      [1, 'That is almost too good. I’ll put one aside for you, under S for Something.'],
      [0, 'Perfect. I’ll look at the page in exchange, it’s probably a time zone.'],
      [1, 'Deal. There is coffee, too.'],
    ],
    kept: 'ARCHIVED',
  },
  {
    people: ['nora', 'freya'],
    title: null,
    endedHoursAgo: 30,
    lines: [
      [0, 'Your parcel has arrived: four sea stories and one about a kettle.'],
      [1, 'The kettle one is research. I’m in harbour until Sunday if the wind stays like this.'],
      [0, 'I could bring them to the boat on Saturday.'],
      [
        1,
        'Come for tea! Berth 14, the green one. Mind the third plank.',
        { location: { latitude: 57.6969, longitude: 11.9456, name: 'Berth 14' } },
      ],
      [0, 'I remember the third plank.'],
      [1, 'It remembers you as well.'],
    ],
  },
  {
    people: ['nora', 'mateo.ruiz', 'freya', 'bram', 'aiko', 'tomas.b', 'ines'],
    title: 'Lantern walk on Friday',
    endedHoursAgo: 2,
    lines: [
      [0, 'Who’s in? We meet at the fountain at six.'],
      [3, 'In. I’ll bring buns, forty of them, they are already proofing.'],
      [4, 'I made seven lanterns out of the tiles that did not make it. One each.'],
      [5, 'I come by bike and push it. It has lights enough for everybody.'],
      [1, 'No bass, I promise. A melodica.'],
      [2, 'Wind is turning to the west, it will be dry. You have my word and the barometer’s.'],
      [
        0,
        'And where do we end?',
        {
          poll: {
            options: ['On the pier', 'In the reading room', 'At Bram’s oven'],
            choices: [1, 2, 0, 2, 2, 2, 0],
          },
        },
      ],
      [6, 'Can we take the path along the reeds? The starlings have been gathering at dusk.'],
      [0, 'Reeds it is. Thank you, all of you.'],
      [3, 'Forty-two buns.'],
      [5, 'I suddenly have two more friends.', { replyTo: 9 }],
    ],
    unread: 2,
  },
  {
    people: ['carmen.v', 'nora'],
    title: null,
    endedHoursAgo: 5,
    isRequest: true,
    lines: [
      [0, 'Hello, we have not met. I left a scarf in your shop, between the atlases.'],
      [0, 'It is the grey one. The green one is not mine, but I like it.'],
    ],
    unread: 2,
  },
  {
    people: ['bram', 'carmen.v'],
    title: null,
    endedHoursAgo: 9,
    lines: [
      [0, 'Emergency: Gerard has gone flat. Can you spare a spoonful of starter?'],
      [1, 'Mine is from 1952 and does not like strangers. But yes.'],
      [0, 'I’ll be respectful.'],
      [1, 'Come before four. In the morning, that is.'],
      [0, 'You said you sleep past four now.'],
      [1, 'I said first generation. I did not say every day.'],
    ],
  },
  {
    people: ['ines', 'clara', 'oskar', 'thea', 'ivo'],
    title: 'Dawn chorus',
    endedHoursAgo: 4,
    lines: [
      [3, 'Big fall of thrushes on the spit tonight, nets are open from five.'],
      [2, 'I get off at six. Keep one for me.'],
      [1, 'I’ll record from the dune. Please nobody wear the crackling jacket.'],
      [4, 'It’s my only jacket.'],
      [0, 'I have a spare one. It smells of owl.'],
      [4, 'Sold.'],
    ],
  },
  {
    people: ['zuri', 'piotr', 'malik', 'ola', 'sunniva'],
    title: 'Saturday, if dry',
    endedHoursAgo: 12,
    lines: [
      [0, 'Forecast says dry until two. South wall?'],
      [1, 'South wall. I know a three-star route that nobody finds.'],
      [4, 'Because there is no path.'],
      [1, 'That is how nobody finds it.'],
      [3, 'I’ve written down where we go and when we’re back. Like adults.'],
      [2, 'I’ll drive. Departure at 6:10, not 6:20, Piotr.'],
      [1, 'Noted and resented.'],
    ],
  },
  {
    people: ['priya', 'ravi'],
    title: null,
    endedHoursAgo: 16,
    lines: [
      [0, 'Seven letters: “what the pager never gives”.'],
      [1, 'Silence?'],
      [0, 'It fits. It wasn’t meant to be that sad.'],
      [1, 'Currently quiet here. Third night. I have started baking.'],
      [0, 'Then it is serious. Shall I take Friday?'],
      [1, 'You’re the best person I know.'],
    ],
  },
  {
    people: ['lucia', 'elias.holm'],
    title: null,
    endedHoursAgo: 50,
    lines: [
      [0, 'Did any of the matchbox beans come up on your side?'],
      [1, 'Four. One of them is already taller than the sign.'],
      [0, 'Keep the seeds of that one!'],
      [1, 'I have given it a name and a fence.'],
    ],
  },
  {
    people: ['aiko', 'wei'],
    title: null,
    endedHoursAgo: 70,
    lines: [
      [1, 'My bowls still wobble. Is it the clay or me?'],
      [0, 'Neither. You are looking at the rim. Look at the middle.'],
      [1, 'That sounds like advice about life.'],
      [0, 'It’s advice about bowls. Come on Saturday, I’ll show you.'],
    ],
  },
];
