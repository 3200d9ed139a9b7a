// What the browser keeps between visits. Some browsers refuse; then nothing is kept, and the game
// says so.

const storage = {
  works: true,

  read(key) {
    try {
      return JSON.parse(window.localStorage.getItem("xwc:" + key));
    } catch {
      this.works = false;
      return null;
    }
  },

  write(key, value) {
    try {
      window.localStorage.setItem("xwc:" + key, JSON.stringify(value));
    } catch {
      this.works = false;
    }
  },
};

