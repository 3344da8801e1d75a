throw new Error('this module\ndoes not load');
