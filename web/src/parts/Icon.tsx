// Small line drawings for buttons.
const paths = {
  new: 'M12 5v14M5 12h14',
  reset: 'M4.5 12a7.5 7.5 0 1 0 2.3-5.4M4.5 4.5v4h4',
  more: 'M6 9.5l6 6 6-6',
  flip: 'M7 20V5m0 0L3.5 8.5M7 5l3.5 3.5M17 4v15m0 0l3.5-3.5M17 19l-3.5-3.5',
  first: 'M18 6l-6 6 6 6M10 6l-6 6 6 6',
  back: 'M15 6l-6 6 6 6',
  forward: 'M9 6l6 6-6 6',
  last: 'M6 6l6 6-6 6M14 6l6 6-6 6',
  undo: 'M9 7L4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2',
  flag: 'M6 21V4m0 1h11l-2.5 4L17 13H6',
  draw: 'M5 6.2l2.6-1.9v7M5.5 20L18.5 4M14.4 14.6a2.4 2.4 0 1 1 4.3 1.5L14.3 20.3h5.2',
  hint: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.5 10.9c.7.5 1 1.2 1 2h5c0-.8.3-1.5 1-2A6 6 0 0 0 12 3z',
  open: 'M3.5 19V5.5h6l2 2.5h9V19z',
  share:
    'M8.3 10.8l7.4-4.1M8.3 13.2l7.4 4.1M18 3a2.6 2.6 0 1 0 0 5.2A2.6 2.6 0 0 0 18 3zM6 9.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2zM18 15.8a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2z',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM7 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0z',
  moon: 'M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  help: 'M9 9.2a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1.1-1.3 2.1M12 17.5h.01',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  play: 'M8 5l11 7-11 7z',
  stop: 'M7 7h10v10H7z',
  send: 'M4 12l16-8-6 16-3-6z',
  sound: 'M5 10v4h3l4 4V6L8 10zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  mute: 'M5 10v4h3l4 4V6L8 10zM16 10l4 4M20 10l-4 4',
  up: 'M12 19V5m0 0l-5 5m5-5l5 5',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
