/** Rows for the console to show: enough for several pages, the same in every run. */
import type { SeedRows } from "../../src/service/index.ts";

const names = ["Desk lamp", "Oak stool", "Wool blanket", "Teapot", "Bread knife", "Floor cushion", "Pencil case"];
const colors = ["blue", "amber", "moss", "slate", "ivory"];
const digits = (number: number, length: number): string => number.toString(16).padStart(length, "0");
const idOf = (index: number): string => `5f3a1d52-6e59-4b8e-9c43-${digits(index + 0xd5a1c2, 12)}`;
export const customer = "0b9d9f6c-53f5-4a0e-8e1b-8c6a3c1f2d34";
/** The first of the products. */
export const product = idOf(0);
export const film = "8f7e2c40-c6b1-11f0-8de9-0242ac120002";

/** How many products there are: two pages of 50, and some. */
export const productCount = 120;

export const rows: SeedRows = {
  shop: {
    products: Array.from({ length: productCount }, (_, index) => ({
      id: idOf(index),
      name: `${names[index % names.length]}, ${colors[index % colors.length]}`,
      ...(index % 4 !== 3 && { description: "Made to order; leaves the workshop within two weeks." }),
      price: `${(index * 37) % 190}.${digits((index * 7) % 10, 1)}0`,
      created: `2026-${String(1 + (index % 11)).padStart(2, "0")}-12T09:30:00.000Z`,
    })),
    orders_by_customer: [3, 8, 15].map((day, index) => ({
      customer_id: customer,
      ordered_at: `2026-11-${String(day).padStart(2, "0")}T10:15:00.000Z`,
      order_id: `8f7e2c4${index}-c6b1-11f0-8de9-0242ac120002`,
      customer_name: "Ada",
      total: `${12 + index * 20}.50`,
      paid: index !== 2,
    })),
    sensor_readings: ["08:00:00", "08:10:00", "08:20:00"].map((at, index) => ({
      room: "cellar",
      day: "2026-11-21",
      at,
      celsius: 11.5 + index / 4,
      alarms: String(index),
    })),
  },
  videos: {
    users: [
      {
        id: customer,
        email: "ada@example.com",
        name: "Ada",
        joined: "2026-11-21T09:00:00.000Z",
        home: { street: "Mill Lane 7", postal_code: "1020", city: "Vienna", position: [48.2, 16.4] },
        interests: ["engines", "looms"],
        settings: { theme: "dark" },
        balance: "25.00",
      },
    ],
    videos: [
      {
        id: film,
        owner: customer,
        title: "How a loom works",
        tags: ["craft", "looms"],
        subtitles: { de: ["Die Kette", "Das Schiffchen"] },
        taste: [0.25, 0.5, -1, 0],
        size: [1920, 1080],
        length: "12m30s",
        bytes: "9007199254740993",
        preview: "AAEC",
        price: "1.99",
        private: false,
      },
    ],
    video_plays: [{ video_id: film, day: "2026-11-21", started: "3", finished: "1" }],
  },
};
